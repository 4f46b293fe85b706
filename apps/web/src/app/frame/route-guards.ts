import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import type { RefusedVisit } from '../session/refused-redirect.ts'

/** A dynamic import, because only a refused navigation needs the module. */
export const loadRefusedRedirect = () => import('../session/refused-redirect.ts')

export const readSearchParam = (search: Record<string, unknown>, name: string): string | undefined => {
  const value = search[name]
  return typeof value === 'string' && value ? value : undefined
}

/** Redirects to the feed, which every member may open, unless `isAllowed`. */
export const redirectToFeedUnless = (isAllowed: unknown, params: { c: string }): void => {
  if (!isAllowed) throw redirect({ to: '/$c/actualites', params, replace: true })
}

/** Redirects from a feature that the team has switched off, and explains the reason in a toast. */
export const requireFeatureSwitchedOn = (
  isOn: boolean,
  { params, preload, cause }: Pick<Visit, 'params' | 'preload' | 'cause'>,
): void => {
  if (!isOn && !preload && cause !== 'stay')
    void loadRefusedRedirect().then(({ explainFeatureSwitchedOff }) => explainFeatureSwitchedOff())
  redirectToFeedUnless(isOn, params)
}

interface Visit extends RefusedVisit {
  context: { session: Pick<SessionUser, 'abilities' | 'suspendedUntil'> }
  preload: boolean
  /** `stay`: the screen was open when the feature was switched off; a live event then explains the reason. */
  cause: 'preload' | 'enter' | 'stay'
}

/** Redirects members without the ability to the feed and explains why; guests can register and then return. */
export const requireAbility = (isAllowed: unknown, visit: Visit): void => {
  if (!isAllowed && !visit.preload && visit.cause !== 'stay')
    void loadRefusedRedirect().then(({ explainRefusal }) => explainRefusal(visit.context.session, visit))
  redirectToFeedUnless(isAllowed, visit.params)
}
