import { redirect } from '@tanstack/react-router'
import { type StartPlace, startPlaces } from '#web/kernel/offline/worker-messages.ts'

/**
 * Where the app begins when that was chosen on its icon, something was shared with it, or a page outside of communities
 * leads there; null for a word that says nothing.
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
