import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import type { Ended } from '#web/features/session/session.queries.ts'

type SessionCommunity = Pick<SessionUser, 'communityId' | 'customUri'>
type SessionAtDoor = SessionCommunity & { memberships: readonly SessionCommunity[] }

/** Whether a session, or a membership, belongs to the community with this URI or id. */
export const isOf = (session: SessionCommunity, c: string): boolean =>
  session.customUri.toLowerCase() === c.toLowerCase() || session.communityId === c.toLowerCase()

/** Whether a member signed in to another community also belongs to this one. */
export const mayGoOn = (session: SessionAtDoor, c: string): boolean =>
  !isOf(session, c) && session.memberships.some(membership => isOf(membership, c))

/**
 * How a member's screen treats a session: `in`; `login`, also for members of both communities, who confirm the switch
 * there; or `landing` for members of other communities.
 */
export const doorOf = (session: SessionAtDoor | null, c: string): 'in' | 'login' | 'landing' => {
  if (session === null) return 'login'
  if (isOf(session, c)) return 'in'
  return mayGoOn(session, c) ? 'login' : 'landing'
}

/** What the root guard knows about a requested address. */
export interface Asked {
  /** The id of the matched route. */
  routeId: string
  href: string
  searchStr: string
  /** Without the #. */
  hash: string
  /** The address to continue to. */
  next?: string
  /** A token was taken out of the address. */
  token?: unknown
}

const isWayIn = (routeId: string) => routeId === '/connexion' || routeId.startsWith('/$c/_landing')

/**
 * Whether a route is closed until the profile is saved and the required second factor is set up. Links with a token
 * stay open: one to a new password may reach a member who has yet to choose one.
 */
export const waitsForWhatIsDue = ({ routeId, searchStr, hash, token }: Asked): boolean =>
  // A shared link redirects to the post itself, which is closed.
  !['/$c/enregistrement', '/$c/double-authentification', '/detail-publication', '/maintenance'].includes(routeId) &&
  // The profile form takes its photo there.
  !(routeId === '/appareil-photo' && /[?&]from=profile(?:&|$)/.test(searchStr)) &&
  !(isWayIn(routeId) && (token !== undefined || bringsLink({ searchStr, hash })))

type Due = SessionCommunity & Pick<SessionUser, 'needSecondFactor'>

/** The setup screen that precedes all others. */
export const dueScreen = ({ needSecondFactor }: Due) =>
  needSecondFactor ? '/$c/double-authentification' : '/$c/enregistrement'

/** Redirects to the second factor or the profile form, and from there to the requested address. */
export const toWhatIsDue = (session: Due, { routeId, href, next }: Asked) => {
  const { customUri } = session
  const wanted = next ?? (isWayIn(routeId) || routeId === '/$c/$' ? '' : href)
  // A screen of another community is not open to them; the feed is where setup leads anyway.
  const isWanted = wanted !== `/${customUri}/actualites` && isOf(session, wanted.split(/[/?#]/)[1] ?? '')
  return redirect({
    to: dueScreen(session),
    params: { c: customUri },
    search: { next: isWanted ? wanted : undefined },
    replace: true,
  })
}

/** The address to return to, if it is one of ours; protects against open redirects. */
export const safeNext = (next: unknown): string | undefined => {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined
  const ours = 'https://ours.invalid'
  const url = new URL(next, ours)
  // Dot segments may resolve to a path that starts like a protocol-relative address.
  return url.origin === ours && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

export interface NextSearch {
  next?: string
}

/** A refused value is set to undefined: the router would pass on the raw value of an omitted key. */
export const readNext = (raw: Record<string, unknown>): NextSearch => ({ next: safeNext(raw.next) })

/** Whether an address contains a secret that `link-secrets.ts` must remove. */
export const bringsLink = ({ searchStr, hash }: Pick<Asked, 'searchStr' | 'hash'>): boolean =>
  /[?&](?:token|registerkey|apple)=/.test(`${searchStr}&${hash}`)

export interface RegistersSearch {
  /** Opens the log-in at its register tab, if there is one. */
  register?: true
}

export const readRegisters = (raw: Record<string, unknown>): RegistersSearch => ({
  register: raw.register === true ? true : undefined,
})

export interface EndedSearch {
  /** Why the previous session ended. */
  ended?: Ended
}

/** Any string is accepted here; the log-in screen knows the valid reasons. */
export const readEnded = ({ ended }: Record<string, unknown>): EndedSearch => ({
  ended: typeof ended === 'string' ? (ended as Ended) : undefined,
})
