import type { ErrorAnswer } from './errors.ts'

export const PING_INTERVAL_MS = 40_000

export const SOCKET_PATH = '/socket'

/** Codes with which the server closes a WebSocket, in addition to those of the protocol. */
export const closeCodes = { revoked: 4001, tooMany: 4008 } as const

/** The reason sent with `closeCodes.tooMany` when the client sent too many frames; the client reconnects later. */
export const TOO_MANY_FRAMES = 'frames'

/** Any other frame is answered with `badrequest`. Features add theirs by declaration merging. */
export interface ClientFrames {
  ping: object
}

export type ClientFrame = { [K in keyof ClientFrames]: { event: K } & ClientFrames[K] }[keyof ClientFrames]

/** Why a session was revoked. `elsewhere`: the user signed this session out on another device. */
export type RevokedReason = 'logout' | 'elsewhere' | 'password' | 'switch' | 'staff' | 'deletion' | 'left'

/** An entity with versions: of two copies the one with the higher version is newer, whichever arrives first. */
export interface Versioned {
  _id: string
  version: number
}

/** By name, with the data of the matching GET for this viewer. Features add theirs by declaration merging. */
export interface ServerMessages {
  'user.online': { _id: string }
  'user.offline': { _id: string }
  'session.revoked': { reason: RevokedReason }
}

export type ServerMessage = { [K in keyof ServerMessages]: { event: K; data: ServerMessages[K] } }[keyof ServerMessages]

/** Replies to a client's frame, by name; times are ISO 8601 UTC. Features add theirs by declaration merging. */
export interface ServerReplies {
  pong: { serverDateTime: string }
  /** `tmpId` of the refused frame, if it had one; `retryAfter` in seconds. */
  error: { tmpId?: string; error: ErrorAnswer['error'] & { retryAfter?: number } }
}

export type ServerReply = { [K in keyof ServerReplies]: { event: K } & ServerReplies[K] }[keyof ServerReplies]

export type ServerFrame = ServerMessage | ServerReply
