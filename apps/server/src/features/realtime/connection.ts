import type { Duplex } from 'node:stream'
import type { RevokedReason } from '@parvis/contract/realtime.ts'
import type { WebSocket } from 'ws'
import type { Actor } from '#server/kernel/actor.ts'

export interface Connection {
  socket: WebSocket
  stream: Duplex
  /** In milliseconds since 1970. */
  openedAt: number
  token: string
  /** The actor of the session when it was last loaded; the session is loaded again before anything is sent. */
  actor: Actor
  /** Adapts a frame to the recipient: native shells receive signed picture URLs. */
  transformFrame(frame: Buffer): Buffer
  /**
   * Sent if the session turns out to be revoked: `staff` while a change by the team is being checked, else `logout`.
   */
  revokedReason: RevokedReason
  missedHeartbeats: number
  heartbeats: number
  /** Resolves when the last received frame has been handled; frames are handled in the order in which they arrive. */
  queue: Promise<void>
}

/** A client with more unsent data is disconnected; it reconnects and fetches what it missed. */
const MAX_BUFFERED_BYTES = 1024 * 1024
/** Maximum time until a client must have answered the close frame. */
const CLOSE_TIMEOUT_MS = 800

export const sendFrame = ({ socket, transformFrame }: Connection, frame: Buffer): void => {
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
  else socket.send(transformFrame(frame), { binary: false })
}

export const sendFrames = (connection: Connection, frames: readonly Buffer[]): void => {
  connection.stream.cork()
  for (const frame of frames) sendFrame(connection, frame)
  connection.stream.uncork()
}

export const closeConnection = ({ socket }: Connection, code: number, reason?: string): void => {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref()
}
