import type { SessionUser } from '@parvis/contract/session.ts'
import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiError } from '#web/kernel/http/api.ts'
import { onCallFailed } from '#web/kernel/http/query-client.ts'
import { onStored } from '#web/kernel/device/stored.ts'
import { onLostPart } from '#web/ui/lost-part.ts'
import { isOfSessionBefore, leave, sessionKeys } from '#web/features/session/session.queries.ts'
import { leadToMaintenance } from '../-failures/lead-to-maintenance.ts'
import { Obsolete } from '../-failures/obsolete-screen.ts'
import { loadSession } from './load.ts'

/**
 * What any call may answer, whatever screen is on: a dead session leads to the log-in and back, maintenance to its
 * screen. Returns whether this version is too old to go on.
 */
export const useSessionWatch = (): boolean => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [obsolete, setObsolete] = useState(false)

  useEffect(() => {
    /** Nobody may be signed in by now, or somebody else: the server knows which. */
    const askAnew = async () => {
      const before = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
      queryClient.removeQueries({ queryKey: sessionKeys.current })
      const now = await loadSession(queryClient).catch(() => undefined)
      if (before && now === null) await leave(queryClient)
      await router.invalidate()
      const { routeId, search } = router.state.matches.at(-1)!
      // led to the door of the community before, it is told why, whichever of the two tells of it came first
      if (before && before._id !== now?._id && routeId === '/$c/_landing/connexion' && !search.ended)
        void router.navigate({ to: '.', search: { ...search, ended: now ? 'switch' : 'logout' }, replace: true })
    }
    const heed = ({ key, askedAt }: ApiError) => {
      const { href } = router.latestLocation
      // once it can be drawn: a dialog that it hides meanwhile would close, and change the address
      if (key === 'obsolete') void Obsolete.preload?.()?.then(() => setObsolete(true), onLostPart)
      // what is written in a dialog would go with it: that says what failed, and the next call leads there
      if (key === 'maintenance' && !document.querySelector('dialog[open]')) leadToMaintenance(router).catch(() => {})
      const session = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
      // a call of the session before may fail while another one begins
      if (key === 'nosession' && session && queryClient.isMutating({ mutationKey: sessionKeys.entering }) === 0) {
        // a call of the session before may hear of its end late: whether this one stands is another question
        if (isOfSessionBefore(askedAt)) return void askAnew()
        const forgotten = leave(queryClient)
        // on a screen of members the log-in says why; elsewhere the guards of the screen say where to go from here
        if (router.state.matches.some(({ routeId }) => routeId === '/$c/_app'))
          void forgotten.then(() =>
            router.navigate({
              to: '/$c/connexion',
              params: { c: session.customUri },
              search: { next: href, ended: 'logout' },
              replace: true,
            }),
          )
        else void forgotten.then(() => router.invalidate())
      }
    }
    const stops = [
      onCallFailed(heed),
      // another tab signed out, or in as somebody else: the server knows which
      onStored('strategy', () => {
        // who signs out on this very screen is on the way out already, however fast the other tabs are
        if (queryClient.isMutating({ mutationKey: sessionKeys.leaving }) > 0) return
        // nobody signs out without a network: the browser's store was emptied, and the session lives on
        if (!onlineManager.isOnline()) return
        void askAnew()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient, router])

  return obsolete
}
