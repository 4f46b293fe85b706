import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import type { Refused } from '../-session/turned-away.ts'

/** What is said to who may not do something: nobody else fetches it. */
export const turnedAway = () => import('../-session/turned-away.ts')

/** What an address says under a name: text that somebody may have typed. Undefined for nothing. */
export const searchText = (raw: Record<string, unknown>, name: string): string | undefined => {
  const value = raw[name]
  return typeof value === 'string' && value ? value : undefined
}

/** Who is not offered a screen is led to the feed, the nearest that everybody has. */
export const mustBeOffered = (offered: unknown, params: { c: string }): void => {
  if (!offered) throw redirect({ to: '/$c/actualites', params, replace: true })
}

/** What the team has switched off is not on offer to anybody: who comes by an old address is told so, at the feed. */
export const mustBeOn = (
  on: boolean,
  { params, preload, cause }: Pick<Visit, 'params' | 'preload' | 'cause'>,
): void => {
  if (!on && !preload && cause !== 'stay') void turnedAway().then(({ tellSwitchedOff }) => tellSwitchedOff())
  mustBeOffered(on, params)
}

interface Visit extends Refused {
  context: { session: Pick<SessionUser, 'abilities' | 'suspendedUntil'> }
  /** Nobody has gone there yet. */
  preload: boolean
  /** `stay` for who is there already, when it is switched off: they are told so by what has switched it. */
  cause: 'preload' | 'enter' | 'stay'
}

/**
 * Who may not do what others do on a screen is told why, at the feed: a guest may register by a tap on it, and is led
 * back.
 */
export const mustTakePart = (offered: unknown, visit: Visit): void => {
  if (!offered && !visit.preload && visit.cause !== 'stay')
    void turnedAway().then(({ tellTurnedAway }) => tellTurnedAway(visit.context.session, visit))
  mustBeOffered(offered, visit.params)
}
