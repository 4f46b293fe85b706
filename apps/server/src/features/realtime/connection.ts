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
  /** As the session was last loaded; checked again before anything is sent. */
  actor: Actor
  /** Adapts a frame to the recipient: native shells get signed picture URLs. */
  transformFrame(frame: Buffer): Buffer
  /** Sent when the session is found revoked: `staff` while a change by the team is unchecked, else `logout`. */
  revokedReason: RevokedReason
  missedHeartbeats: number
  heartbeats: number
  /** Resolves when the last frame is handled; frames are handled in the order in which they arrive. */
  queue: Promise<void>
}

/** A client that does not keep up is disconnected instead of buffered for; it reconnects and fetches what it missed. */
const MAX_BUFFERED_BYTES = 1024 * 1024
/** How long a client may take to answer the close frame. */
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
