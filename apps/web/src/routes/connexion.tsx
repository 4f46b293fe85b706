import { createFileRoute, redirect } from '@tanstack/react-router'
import { bringsLink } from './-session/guards.ts'
import { lastCommunity } from './-session/load.ts'

/** Who wants to join without naming a community: to the one that was visited last, else to choose one first. */
export const Route = createFileRoute('/connexion')({
  beforeLoad: async ({ location }) => {
    const last = lastCommunity()
    if (last && bringsLink(location)) throw (await import('./-session/arrival.ts')).takeLink(last, location)
    throw last
      ? redirect({ to: '/$c/connexion', params: { c: last }, replace: true })
      : redirect({ to: '/communautes', search: { rejoindre: true }, replace: true })
  },
})
