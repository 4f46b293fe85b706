import type { SessionUser } from '@parvis/contract/session.ts'
import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiError } from '#web/kernel/http/api.ts'
import { onCallFailed } from '#web/kernel/http/query-client.ts'
import { onStoredChange } from '#web/kernel/device/stored.ts'
import { onChunkLoadFailed } from '#web/ui/on-chunk-load-failed.ts'
import { predatesLogIn, clearSession, sessionKeys } from '#web/features/session/session.queries.ts'
import { redirectToMaintenance } from '../failures/redirect-to-maintenance.ts'
import { Obsolete } from '../failures/obsolete-screen.ts'
import { loadSession } from './load.ts'

/** Refetches the session, which may have ended or belong to another user by now. */
const revalidateSession = async (queryClient: QueryClient, router: RegisteredRouter) => {
  const before = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
  queryClient.removeQueries({ queryKey: sessionKeys.current })
  const now = await loadSession(queryClient).catch(() => undefined)
  if (before && now === null) await clearSession(queryClient)
  await router.invalidate()
  const { routeId, search } = router.state.matches.at(-1)!
  // The log-in screen of the previous community explains why the session ended, even if another tab noticed it first.
  if (before && before._id !== now?._id && routeId === '/$c/_landing/connexion' && !search.ended)
    void router.navigate({ to: '.', search: { ...search, ended: now ? 'switch' : 'logout' }, replace: true })
}

/** Handles errors that any call may return, such as an ended session. Returns whether this version is obsolete. */
export const useSessionWatch = (): boolean => {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [obsolete, setObsolete] = useState(false)

  useEffect(() => {
    const onFailure = ({ key, askedAt }: ApiError) => {
      const { href } = router.latestLocation
      // Waits for the code of the screen: rendering nothing would close an open dialog and change the URL.
      if (key === 'obsolete') void Obsolete.preload?.()?.then(() => setObsolete(true), onChunkLoadFailed)
      // No redirect while a dialog is open, as its input would be lost; the dialog shows the error itself.
      if (key === 'maintenance' && !document.querySelector('dialog[open]'))
        redirectToMaintenance(router).catch(() => {})
      const session = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
      // While a log-in is running, a call of the previous session may still fail.
      if (key === 'nosession' && session && queryClient.isMutating({ mutationKey: sessionKeys.entering }) === 0) {
        // A call that was sent before the log-in says nothing about the current session.
        if (predatesLogIn(askedAt)) return void revalidateSession(queryClient, router)
        const cleared = clearSession(queryClient)
        if (router.state.matches.some(({ routeId }) => routeId === '/$c/_app'))
          void cleared.then(() =>
            router.navigate({
              to: '/$c/connexion',
              params: { c: session.customUri },
              search: { next: href, ended: 'logout' },
              replace: true,
            }),
          )
        else void cleared.then(() => router.invalidate())
      }
    }
    const unsubscribers = [
      onCallFailed(onFailure),
      onStoredChange('strategy', () => {
        // The log-out of this tab navigates by itself.
        if (queryClient.isMutating({ mutationKey: sessionKeys.leaving }) > 0) return
        // Offline nobody can have signed out: the browser's storage was cleared, and the session is still valid.
        if (!onlineManager.isOnline()) return
        void revalidateSession(queryClient, router)
      }),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [queryClient, router])

  return obsolete
}
