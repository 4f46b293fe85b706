import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import type { Refused } from '../-session/turned-away.ts'

/** Imported on demand: only refused visits need it. */
export const turnedAway = () => import('../-session/turned-away.ts')

/** A string search parameter; undefined if it is missing, empty or of another type. */
export const searchText = (raw: Record<string, unknown>, name: string): string | undefined => {
  const value = raw[name]
  return typeof value === 'string' && value ? value : undefined
}

/** Redirects to the feed, which every member may open. */
export const mustBeOffered = (offered: unknown, params: { c: string }): void => {
  if (!offered) throw redirect({ to: '/$c/actualites', params, replace: true })
}

/** Redirects from a feature that the team has switched off, and explains it in a toast. */
export const mustBeOn = (
  on: boolean,
  { params, preload, cause }: Pick<Visit, 'params' | 'preload' | 'cause'>,
): void => {
  if (!on && !preload && cause !== 'stay') void turnedAway().then(({ tellSwitchedOff }) => tellSwitchedOff())
  mustBeOffered(on, params)
}

interface Visit extends Refused {
  context: { session: Pick<SessionUser, 'abilities' | 'suspendedUntil'> }
  /** Only a preload: nobody has navigated there. */
  preload: boolean
  /**
   * `stay` for a member who is on the screen when it is switched off: the live event that switches it off explains it.
   */
  cause: 'preload' | 'enter' | 'stay'
}

/**
 * Redirects members who lack the ability to the feed and explains why in a toast; from there a guest may register and
 * is led back.
 */
export const mustTakePart = (offered: unknown, visit: Visit): void => {
  if (!offered && !visit.preload && visit.cause !== 'stay')
    void turnedAway().then(({ tellTurnedAway }) => tellTurnedAway(visit.context.session, visit))
  mustBeOffered(offered, visit.params)
}
