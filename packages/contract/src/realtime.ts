import type { ErrorAnswer } from './errors.ts'

/** How often a client says that it is there. */
export const PING_MS = 40_000

export const SOCKET_PATH = '/socket'

/** Why a socket was closed by the server, beside the codes of the protocol. */
export const closeCodes = { revoked: 4001, tooMany: 4008 } as const

/**
 * The reason that stands beside `closeCodes.tooMany` when it was too many frames: the client comes back after a while.
 */
export const TOO_MANY_FRAMES = 'frames'

/**
 * What a client sends, by the name of its frame; anything else is answered by `error` with `badrequest`. Each feature
 * declares its own by declaring this interface again beside its shapes.
 */
export interface ClientFrames {
  ping: object
}

export type ClientFrame = { [K in keyof ClientFrames]: { event: K } & ClientFrames[K] }[keyof ClientFrames]

/** `elsewhere`: its own holder signed it out from another device. */
export type RevokedReason = 'logout' | 'elsewhere' | 'password' | 'switch' | 'staff' | 'deletion' | 'left'

/** What is told of a thing that changes: of two accounts the one with the higher version holds, whatever came first. */
export interface Versioned {
  _id: string
  version: number
}

/**
 * What the server tells: the name, and what the matching GET would give this viewer. Each feature declares its own by
 * declaring this interface again beside its shapes.
 */
export interface ServerMessages {
  'user.online': { _id: string }
  'user.offline': { _id: string }
  'session.revoked': { reason: RevokedReason }
}

export type ServerMessage = { [K in keyof ServerMessages]: { event: K; data: ServerMessages[K] } }[keyof ServerMessages]

/** What answers one frame of a client, by its name; times are ISO 8601 UTC. Features declare their own as above. */
export interface ServerReplies {
  pong: { serverDateTime: string }
  /** `tmpId` of the frame that was refused, where it had one; `retryAfter` in seconds. */
  error: { tmpId?: string; error: ErrorAnswer['error'] & { retryAfter?: number } }
}

export type ServerReply = { [K in keyof ServerReplies]: { event: K } & ServerReplies[K] }[keyof ServerReplies]

/** Every frame of the server. */
export type ServerFrame = ServerMessage | ServerReply
