import type { RevokedReason } from '@parvis/contract/realtime.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

type SessionCommunity = Pick<SessionUser, 'communityId' | 'customUri'>

/** Whether a session is of the community that an address names, by its uri or its id. */
export const isOf = (session: SessionCommunity, c: string): boolean =>
  session.customUri.toLowerCase() === c.toLowerCase() || session.communityId === c.toLowerCase()

/** Where a screen of members leads: in; to the log-in, to come back after it; or, for another community's, to its landing. */
export const doorOf = (session: SessionCommunity | null, c: string): 'in' | 'login' | 'landing' =>
  session === null ? 'login' : isOf(session, c) ? 'in' : 'landing'

/** The screen to come back to: only an address of ours. */
export const safeNext = (next: unknown): string | undefined => {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined
  const ours = 'https://ours.invalid'
  const url = new URL(next, ours)
  return url.origin === ours ? url.pathname + url.search + url.hash : undefined
}

export interface NextSearch {
  next?: string
}

/** What is refused is named all the same: of a name that a reader leaves out, the router hands on what the address said. */
export const readNext = (raw: Record<string, unknown>): NextSearch => ({ next: safeNext(raw.next) })

export interface EndedSearch {
  /** Why the session before was ended by the server. */
  ended?: RevokedReason
}

const reasons: readonly RevokedReason[] = ['logout', 'password', 'switch', 'staff', 'deletion']

export const readEnded = (raw: Record<string, unknown>): EndedSearch => ({
  ended: reasons.find(reason => reason === raw.ended),
})
