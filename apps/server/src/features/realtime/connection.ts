import type { Duplex } from 'node:stream'
import type { RevokedReason } from '@parvis/contract/realtime.ts'
import type { WebSocket } from 'ws'
import type { Actor } from '#server/kernel/actor.ts'

export interface Connection {
  socket: WebSocket
  wire: Duplex
  /** In milliseconds since 1970. */
  openedAt: number
  token: string
  /** As the session was last loaded; checked again before anything is sent. */
  actor: Actor
  /** Adapts a frame to the recipient: native shells get signed picture addresses. */
  dress(frame: Buffer): Buffer
  /**
   * Reason sent when the session is found revoked: `staff` from a change by the team until it was checked, else
   * `logout`.
   */
  endsAs: RevokedReason
  silence: number
  pulses: number
  /** The frame handled last: frames are handled in the order in which they arrive. */
  turn: Promise<void>
}

/** A client that does not keep up is disconnected instead of buffered for; it reconnects and fetches what it missed. */
const MOST_UNSENT_BYTES = 1024 * 1024
/** How long a client may take to answer the close frame. */
const GOODBYE_MS = 800

export const tell = ({ socket, dress }: Connection, frame: Buffer): void => {
  if (socket.bufferedAmount > MOST_UNSENT_BYTES) socket.terminate()
  else socket.send(dress(frame), { binary: false })
}

export const tellAll = (connection: Connection, frames: readonly Buffer[]): void => {
  connection.wire.cork()
  for (const frame of frames) tell(connection, frame)
  connection.wire.uncork()
}

export const hangUp = ({ socket }: Connection, code: number, reason?: string): void => {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), GOODBYE_MS).unref()
}
