import type { SessionUser } from '@parvis/contract/session.ts'
import { redirect } from '@tanstack/react-router'
import { lastCommunityUri } from './load.ts'

/** Returns a webmaster’s session. Redirects other members to their own screens, and visitors to the log-in. */
export const requireWebmaster = (session: SessionUser | null, href: string): SessionUser => {
  const last = lastCommunityUri()
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
