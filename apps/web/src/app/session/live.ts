import type { RevokedReason } from '@parvis/contract/realtime.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { store } from '#web/kernel/device/stored.ts'
import { live } from '#web/kernel/live/live.ts'
import { setOpenTaskCount } from '#web/features/admin/open-task-count.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { listenToPresence } from '#web/features/chat/presence.live.ts'
import { setUnreadMessages } from '#web/features/chat/unread-messages.ts'
import { newDeals } from '#web/features/deals/new-deals.ts'
import { clearNewPosts } from '#web/features/feed/feed.new-posts.ts'
import { subscribeToFeed } from '#web/features/feed/feed.live.ts'
import { setUnreadCount } from '#web/features/notifications/unread-count.ts'
import { postStoreOf } from '#web/features/feed/posts.store.ts'
import { predatesLogIn, clearSession, sessionKeys } from '#web/features/session/session.queries.ts'
import { scheduleVersionCheck } from './version-watch.ts'

let isSubscribed = false

const sessionHash = hashKey(sessionKeys.current)

const currentUserId = (queryClient: QueryClient) =>
  queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id

/** Removes or refetches all queries except the session, because data loaded as another user must not be shown. */
const refetchAll = (queryClient: QueryClient) => {
  queryClient.removeQueries({ type: 'inactive', predicate: query => query.queryHash !== sessionHash })
  return queryClient.invalidateQueries({ predicate: query => query.queryHash !== sessionHash })
}

/** Clears the posts after the next screen has rendered, because the current screen still shows them. */
const clearPostsAfterNavigation = (queryClient: QueryClient, router: AnyRouter) => {
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe()
    if (currentUserId(queryClient) === undefined) postStoreOf(queryClient).clear()
  })
}

/** Clears the data of the previous user, and opens the live connection if a new user has signed in. */
const handleUserChanged = (queryClient: QueryClient, router: AnyRouter, userId: string | undefined) => {
  live.close()
  clearNewPosts()
  newDeals.clear()
  setOpenTaskCount(0)
  setOpenTaskCount(0, 'deals')
  setOpenTaskCount(0, 'reports')
  setUnreadCount(0)
  setUnreadMessages(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.notRead ?? 0)
  void import('./outbox.ts').then(({ openOutbox }) => openOutbox(queryClient)).catch(() => {})
  // Another user has signed in, or the same person in another role, for example a guest who logs in.
  if (userId) {
    postStoreOf(queryClient).clear()
    live.open()
  } else clearPostsAfterNavigation(queryClient, router)
}

const handleSessionRevoked = (queryClient: QueryClient, router: AnyRouter, reason: RevokedReason) => {
  const session = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
  const isAlreadyLeaving = [sessionKeys.leaving, sessionKeys.entering].some(
    mutationKey => queryClient.isMutating({ mutationKey }) > 0,
  )
  // The log-in or log-out of this tab navigates by itself.
  if (!session || isAlreadyLeaving) return
  const next = router.latestLocation.href
  const goToLogIn = () =>
    router.navigate({
      to: '/$c/connexion',
      params: { c: session.customUri },
      search: { next, ended: reason },
      replace: true,
    })
  // Another tab has logged in since: the cookie is that of the new session, so the session is refetched.
  if (reason === 'switch' || predatesLogIn(queryClient.getQueryState(sessionKeys.current)?.dataUpdatedAt)) {
    queryClient.removeQueries({ queryKey: sessionKeys.current })
    return void goToLogIn().then(() => refetchAll(queryClient))
  }
  const isAccountGone = reason === 'deletion' || reason === 'left'
  // After a deletion, the log-in form must not suggest the name of the deleted account.
  if (isAccountGone) store('emailOrPseudo', null)
  const cleared = clearSession(queryClient)
  clearPostsAfterNavigation(queryClient, router)
  void cleared.then(goToLogIn)
}

/** Keeps the live connection open while somebody is signed in. Called by the members' frame; subscribes only once. */
export const startLive = (queryClient: QueryClient, router: AnyRouter): void => {
  if (!queryClient.getQueryData(sessionKeys.current)) return
  live.open()
  if (isSubscribed) return
  isSubscribed = true
  subscribeToFeed(queryClient, live, () => currentUserId(queryClient))
  listenToPresence(queryClient, live)
  setUnreadMessages(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.notRead ?? 0)
  // Subscriptions that the first screen does not need start when the browser is idle.
  whenIdle(() => {
    import('./live-deferred.ts').then(({ subscribeDeferred }) => subscribeDeferred(queryClient, router)).catch(() => {})
  })
  // A reconnect may reach a newer server. A new page is as new as its server, but the native app may be older.
  let isPageFresh = !import.meta.env.VITE_SERVER
  live.on('connected', () => {
    if (!isPageFresh) scheduleVersionCheck()
    isPageFresh = false
  })
  let userId = currentUserId(queryClient)
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== sessionHash || userId === currentUserId(queryClient)) return
    userId = currentUserId(queryClient)
    handleUserChanged(queryClient, router, userId)
  })
  live.on('session.revoked', ({ reason }) => {
    userId = undefined
    handleSessionRevoked(queryClient, router, reason)
  })
}
