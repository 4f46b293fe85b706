import { createFileRoute, redirect } from '@tanstack/react-router'
import { hasLinkSecret } from '#web/app/session/guards.ts'
import { lastCommunityUri } from '#web/app/session/load.ts'

/** Log-in without a community: redirects to the community visited last, or to the list of communities. */
export const Route = createFileRoute('/connexion')({
  beforeLoad: async ({ location }) => {
    const last = lastCommunityUri()
    if (last && hasLinkSecret(location))
      throw (await import('#web/app/session/link-secrets.ts')).extractLinkSecrets(last, location)
    throw last
      ? redirect({ to: '/$c/connexion', params: { c: last }, replace: true })
      : redirect({ to: '/communautes', search: { rejoindre: true }, replace: true })
  },
})
