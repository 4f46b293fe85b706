import type { Duplex } from 'node:stream'
import type { RevokedReason } from '@parvis/contract/realtime.ts'
import type { WebSocket } from 'ws'
import type { Actor } from '#server/kernel/actor.ts'

/** One open screen. */
export interface Connection {
  socket: WebSocket
  /** What the socket writes to. */
  wire: Duplex
  /** In milliseconds since 1970. */
  openedAt: number
  token: string
  /** As the session was last loaded: looked at again before anything is told. */
  actor: Actor
  /** What it is told as it goes out to this reader: a shell's with signed addresses of pictures. */
  dress(frame: Buffer): Buffer
  /**
   * The reason told when its session is found gone: `staff` from a change by the team until it was looked at, else
   * `logout`.
   */
  endsAs: RevokedReason
  /** Pulses since the client was last heard. */
  silence: number
  /** Pulses since it was opened. */
  pulses: number
  /** What it asked last: frames are handled in the order in which they come. */
  turn: Promise<void>
}

/**
 * A reader who does not keep up is let go rather than remembered for: the app comes back and fetches what it missed.
 */
const MOST_UNSENT_BYTES = 1024 * 1024
/** How long a client may take to say goodbye. */
const GOODBYE_MS = 800

export const tell = ({ socket, dress }: Connection, frame: Buffer): void => {
  if (socket.bufferedAmount > MOST_UNSENT_BYTES) socket.terminate()
  else socket.send(dress(frame), { binary: false })
}

/** Several at once, handed to the system in one piece. */
export const tellAll = (connection: Connection, frames: readonly Buffer[]): void => {
  connection.wire.cork()
  for (const frame of frames) tell(connection, frame)
  connection.wire.uncork()
}

export const hangUp = ({ socket }: Connection, code: number, reason?: string): void => {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}
