import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { live } from '#web/kernel/live.ts'
import { listenToPresence } from '#web/rooms/chat/chat.live.ts'
import { clearNews } from '#web/rooms/feed/feed.news.ts'
import { listenToFeed } from '#web/rooms/feed/feed.socket.ts'
import { leave, sessionKeys } from '#web/rooms/session/session.queries.ts'

let listening = false

/** Holds the live connection as long as somebody is signed in, whatever screen is on. The first member's screen begins it. */
export const goLive = (queryClient: QueryClient, router: AnyRouter): void => {
  if (!queryClient.getQueryData(sessionKeys.current)) return
  live.open()
  if (listening) return
  listening = true
  listenToFeed(queryClient, live)
  listenToPresence(queryClient, live)
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionKeys.current[0] || query.state.data) return
    live.close()
    clearNews()
  })
  live.on('session.revoked', ({ reason }) => {
    // who signs out on this very screen is on the way out already
    const session = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
    if (!session || queryClient.isMutating({ mutationKey: sessionKeys.leaving }) > 0) return
    const next = router.latestLocation.href
    leave(queryClient)
    void router.navigate({ to: '/$c/connexion', params: { c: session.customUri }, search: { next, ended: reason }, replace: true })
  })
}
