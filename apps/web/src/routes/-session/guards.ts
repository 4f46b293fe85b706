import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import type { Ended } from '#web/features/session/session.queries.ts'

type SessionCommunity = Pick<SessionUser, 'communityId' | 'customUri'>
type SessionAtDoor = SessionCommunity & { memberships: readonly SessionCommunity[] }

/** Whether a session, or a membership, is of the community that an address names, by its uri or its id. */
export const isOf = (session: SessionCommunity, c: string): boolean =>
  session.customUri.toLowerCase() === c.toLowerCase() || session.communityId === c.toLowerCase()

/** Whether who is signed in to another community belongs to this one too. */
export const mayGoOn = (session: SessionAtDoor, c: string): boolean =>
  !isOf(session, c) && session.memberships.some(membership => isOf(membership, c))

/**
 * Where a screen of members leads: in; to the log-in, to come back after it, where also who belongs to two communities
 * goes on from one to the other; or, for a community of others, to its landing.
 */
export const doorOf = (session: SessionAtDoor | null, c: string): 'in' | 'login' | 'landing' => {
  if (session === null) return 'login'
  if (isOf(session, c)) return 'in'
  return mayGoOn(session, c) ? 'login' : 'landing'
}

/** What the router knows of an address when it comes to the root's guard. */
export interface Asked {
  /** The id of the route that it names. */
  routeId: string
  href: string
  searchStr: string
  /** Without its #. */
  hash: string
  /** What the address says of where it leads on to. */
  next?: string
  /** A link's token was taken out of the address. */
  token?: unknown
}

const isWayIn = (routeId: string) => routeId === '/connexion' || routeId.startsWith('/$c/_landing')

/**
 * Whether an address is closed until the profile is saved, and the second factor that is asked for set up. A link is a way in of its own: one to a new password may
 * come to who has yet to choose one.
 */
export const waitsForWhatIsDue = ({ routeId, searchStr, hash, token }: Asked): boolean =>
  // what is shared leads to the post itself, which waits
  !['/$c/enregistrement', '/$c/double-authentification', '/detail-publication', '/maintenance'].includes(routeId) &&
  // the form takes its photo there
  !(routeId === '/appareil-photo' && /[?&]from=profile(?:&|$)/.test(searchStr)) &&
  !(isWayIn(routeId) && (token !== undefined || bringsLink({ searchStr, hash })))

type Due = SessionCommunity & Pick<SessionUser, 'needSecondFactor'>

/** The screen that stands before all others. */
export const dueScreen = ({ needSecondFactor }: Due) =>
  needSecondFactor ? '/$c/double-authentification' : '/$c/enregistrement'

/** To the second factor or the profile form, and then on to what was asked for. */
export const toWhatIsDue = (session: Due, { routeId, href, next }: Asked) => {
  const { customUri } = session
  const wanted = next ?? (isWayIn(routeId) || routeId === '/$c/$' ? '' : href)
  // what they wanted of another community is not theirs yet; to the feed it leads anyway
  const isWanted = wanted !== `/${customUri}/actualites` && isOf(session, wanted.split(/[/?#]/)[1] ?? '')
  return redirect({
    to: dueScreen(session),
    params: { c: customUri },
    search: { next: isWanted ? wanted : undefined },
    replace: true,
  })
}

/** The screen to come back to: only an address of ours. */
export const safeNext = (next: unknown): string | undefined => {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined
  const ours = 'https://ours.invalid'
  const url = new URL(next, ours)
  // resolved, a path of dots may begin as another host's address does
  return url.origin === ours && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

export interface NextSearch {
  next?: string
}

/**
 * What is refused is named all the same: of a name that a reader leaves out, the router hands on what the address said.
 */
export const readNext = (raw: Record<string, unknown>): NextSearch => ({ next: safeNext(raw.next) })

/** Whether an address says what is taken out of it at once, as a secret: `arrival.ts` does. */
export const bringsLink = ({ searchStr, hash }: Pick<Asked, 'searchStr' | 'hash'>): boolean =>
  /[?&](?:token|registerkey|apple)=/.test(`${searchStr}&${hash}`)

export interface RegistersSearch {
  /** The log-in opens at its register tab, where there is one. */
  register?: true
}

export const readRegisters = (raw: Record<string, unknown>): RegistersSearch => ({
  register: raw.register === true ? true : undefined,
})

export interface EndedSearch {
  /** Why the session before came to its end. */
  ended?: Ended
}

/** An address may say anything: the log-in, which tells the reasons, knows which there are. */
export const readEnded = ({ ended }: Record<string, unknown>): EndedSearch => ({
  ended: typeof ended === 'string' ? (ended as Ended) : undefined,
})
