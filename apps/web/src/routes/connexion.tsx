import { createFileRoute, redirect } from '@tanstack/react-router'
import { stored } from '#web/kernel/device/stored.ts'

/** Who wants to join without naming a community: to the one that was visited last, else to choose one first. */
export const Route = createFileRoute('/connexion')({
  beforeLoad: () => {
    const last = stored('neighborhoodUri')
    throw last
      ? redirect({ to: '/$c/connexion', params: { c: last }, replace: true })
      : redirect({ to: '/communautes', search: { rejoindre: true }, replace: true })
  },
})
