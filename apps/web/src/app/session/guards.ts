import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import type { SessionEndReason } from '#web/features/session/session.queries.ts'

type SessionCommunity = Pick<SessionUser, 'communityId' | 'customUri'>
type SessionMemberships = SessionCommunity & { memberships: readonly SessionCommunity[] }

/** Whether a session or a membership belongs to the community with this URI or id. */
export const isInCommunity = (session: SessionCommunity, c: string): boolean =>
  session.customUri.toLowerCase() === c.toLowerCase() || session.communityId === c.toLowerCase()

export const canSwitchTo = (session: SessionMemberships, c: string): boolean =>
  !isInCommunity(session, c) && session.memberships.some(membership => isInCommunity(membership, c))

/** `login`: a visitor, or a member elsewhere who must confirm the switch. `landing`: a user who is no member here. */
export const accessOf = (session: SessionMemberships | null, c: string): 'in' | 'login' | 'landing' => {
  if (session === null) return 'login'
  if (isInCommunity(session, c)) return 'in'
  return canSwitchTo(session, c) ? 'login' : 'landing'
}

export interface RequestedRoute {
  routeId: string
  href: string
  searchStr: string
  hash: string
  next?: string
  /** The secret that `extractLinkSecrets` has moved here from the URL. */
  token?: unknown
}

const isLogInRoute = (routeId: string) => routeId === '/connexion' || routeId.startsWith('/$c/_landing')

/** Links with a token do not require the setup: a member without a password may use a reset link. */
export const needsSetupFirst = ({ routeId, searchStr, hash, token }: RequestedRoute): boolean =>
  // A shared link only redirects to the screen of the post, which itself requires the setup.
  !['/$c/enregistrement', '/$c/double-authentification', '/detail-publication', '/maintenance'].includes(routeId) &&
  // The profile form opens the camera screen to take the profile photo.
  !(routeId === '/appareil-photo' && /[?&]from=profile(?:&|$)/.test(searchStr)) &&
  !(isLogInRoute(routeId) && (token !== undefined || hasLinkSecret({ searchStr, hash })))

type SetupState = SessionCommunity & Pick<SessionUser, 'needSecondFactor'>

export const setupRouteOf = ({ needSecondFactor }: SetupState) =>
  needSecondFactor ? '/$c/double-authentification' : '/$c/enregistrement'

export const redirectToSetup = (session: SetupState, { routeId, href, next }: RequestedRoute) => {
  const { customUri } = session
  const target = next ?? (isLogInRoute(routeId) || routeId === '/$c/$' ? '' : href)
  // Drops a target in another community, and the feed, to which the setup leads anyway.
  const isKept = target !== `/${customUri}/actualites` && isInCommunity(session, target.split(/[/?#]/)[1] ?? '')
  return redirect({
    to: setupRouteOf(session),
    params: { c: customUri },
    search: { next: isKept ? target : undefined },
    replace: true,
  })
}

/** The URL to return to if it belongs to this app, otherwise undefined; protects against open redirects. */
export const safeNext = (next: unknown): string | undefined => {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined
  const base = 'https://ours.invalid'
  const url = new URL(next, base)
  // Dot segments may resolve to a path that starts with `//`, like a protocol-relative URL.
  return url.origin === base && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined
}

export interface NextSearch {
  next?: string
}

/** A refused value is set to undefined, because the router passes on the raw value of an omitted key. */
export const readNext = (raw: Record<string, unknown>): NextSearch => ({ next: safeNext(raw.next) })

export const hasLinkSecret = ({ searchStr, hash }: Pick<RequestedRoute, 'searchStr' | 'hash'>): boolean =>
  /[?&](?:token|registerkey|apple)=/.test(`${searchStr}&${hash}`)

export interface RegisterSearch {
  register?: true
}

export const readRegister = (raw: Record<string, unknown>): RegisterSearch => ({
  register: raw.register === true ? true : undefined,
})

export interface EndedSearch {
  ended?: SessionEndReason
}

/** Accepts any string: the log-in screen ignores reasons that it does not know. */
export const readEnded = ({ ended }: Record<string, unknown>): EndedSearch => ({
  ended: typeof ended === 'string' ? (ended as SessionEndReason) : undefined,
})
