import { redirect } from '@tanstack/react-router'
import { type StartPlace, startPlaces } from '#web/kernel/offline/worker-messages.ts'

/** The redirect to the screen `vers` of an app shortcut, a share or a link without a community; null if unknown. */
export const redirectFromStart = (vers: string, c: string) => {
  const [placeName, share = 'none'] = vers.split('.')
  const place: StartPlace | undefined = startPlaces.find(name => name === placeName)
  const options = { params: { c }, replace: true } as const
  if (!place) return null
  if (place === 'chat') return redirect({ to: '/$c/mes-conversations', ...options })
  if (place === 'settings') return redirect({ to: '/$c/parametres', ...options })
  return redirect({
    to: '/$c/actualites/edition-publication',
    ...(place === 'shared' && { search: { shared: share } }),
    ...options,
  })
}
