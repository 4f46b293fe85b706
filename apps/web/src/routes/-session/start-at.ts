import { redirect } from '@tanstack/react-router'
import { type StartPlace, startPlaces } from '#web/kernel/offline/worker-messages.ts'

/**
 * The redirect for a shortcut of the app icon, a share, or a link from a page outside communities; null for an unknown
 * value.
 */
export const startAt = (vers: string, c: string) => {
  const [word, share = 'none'] = vers.split('.')
  const place: StartPlace | undefined = startPlaces.find(one => one === word)
  const how = { params: { c }, replace: true } as const
  if (!place) return null
  if (place === 'chat') return redirect({ to: '/$c/mes-conversations', ...how })
  if (place === 'settings') return redirect({ to: '/$c/parametres', ...how })
  return redirect({
    to: '/$c/actualites/edition-publication',
    ...(place === 'shared' && { search: { shared: share } }),
    ...how,
  })
}
