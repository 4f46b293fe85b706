import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import { lastCommunity } from './load.ts'

/** Redirects members who are no webmasters to their own screen, and visitors to the log-in and back. */
export const requireWebmaster = (session: SessionUser | null, href: string): SessionUser => {
  const last = lastCommunity()
  if (!session)
    throw last
      ? redirect({ to: '/$c/connexion', params: { c: last }, search: { next: href }, replace: true })
      : redirect({ to: '/communautes', search: { rejoindre: true }, replace: true })
  const params = { c: session.customUri }
  if (!session.abilities.runInstallation)
    throw session.abilities.runCommunity
      ? redirect({ to: '/$c/gestion', params, replace: true })
      : redirect({ to: '/$c/actualites', params, replace: true })
  return session
}
