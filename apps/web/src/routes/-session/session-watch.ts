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
 * Reacts to what any call may answer on any screen: an ended session leads to the log-in and back, maintenance to its
 * screen. Returns whether this version of the app is obsolete.
 */
export const useSessionWatch = (): boolean => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [obsolete, setObsolete] = useState(false)

  useEffect(() => {
    /** The session may be gone, or of another user: only the server knows. */
    const askAnew = async () => {
      const before = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
      queryClient.removeQueries({ queryKey: sessionKeys.current })
      const now = await loadSession(queryClient).catch(() => undefined)
      if (before && now === null) await leave(queryClient)
      await router.invalidate()
      const { routeId, search } = router.state.matches.at(-1)!
      // The log-in screen of the previous community explains the end of the session, whichever tab noticed it first.
      if (before && before._id !== now?._id && routeId === '/$c/_landing/connexion' && !search.ended)
        void router.navigate({ to: '.', search: { ...search, ended: now ? 'switch' : 'logout' }, replace: true })
    }
    const heed = ({ key, askedAt }: ApiError) => {
      const { href } = router.latestLocation
      // Shown only once its code is loaded: rendering nothing meanwhile would close an open dialog and change the
      // address.
      if (key === 'obsolete') void Obsolete.preload?.()?.then(() => setObsolete(true), onLostPart)
      // A redirect would lose the input of an open dialog. The dialog shows the failure, and the next failed call
      // redirects.
      if (key === 'maintenance' && !document.querySelector('dialog[open]')) leadToMaintenance(router).catch(() => {})
      const session = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
      // A call of the previous session may fail while a log-in is running.
      if (key === 'nosession' && session && queryClient.isMutating({ mutationKey: sessionKeys.entering }) === 0) {
        // A late failure of the previous session says nothing about the current one.
        if (isOfSessionBefore(askedAt)) return void askAnew()
        const forgotten = leave(queryClient)
        // On a member's screen the log-in explains the end of the session; elsewhere the route guards decide.
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
      // Another tab has signed out, or in as another user.
      onStored('strategy', () => {
        // A log-out on this very screen already navigates.
        if (queryClient.isMutating({ mutationKey: sessionKeys.leaving }) > 0) return
        // Nobody can sign out without a network: the browser's storage was cleared, and the session is still valid.
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
