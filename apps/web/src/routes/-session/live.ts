import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { store } from '#web/kernel/device/stored.ts'
import { live } from '#web/kernel/live/live.ts'
import { setWaiting } from '#web/features/admin/waiting-count.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { listenToPresence } from '#web/features/chat/chat.live.ts'
import { setUnreadMessages } from '#web/features/chat/unread-messages.ts'
import { dealNews } from '#web/features/deals/deals.news.ts'
import { clearNews } from '#web/features/feed/feed.news.ts'
import { listenToFeed } from '#web/features/feed/feed.live.ts'
import { setUnread } from '#web/features/notifications/unread-count.ts'
import { postsIn } from '#web/features/feed/posts.store.ts'
import { isOfSessionBefore, leave, sessionKeys } from '#web/features/session/session.queries.ts'
import { checkVersionSoon } from './version-watch.ts'

let listening = false

const sessionHash = hashKey(sessionKeys.current)

const idOf = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id

/** Data loaded as another user must not be shown. */
const readAnew = (queryClient: QueryClient) => {
  queryClient.removeQueries({ type: 'inactive', predicate: query => query.queryHash !== sessionHash })
  return queryClient.invalidateQueries({ predicate: query => query.queryHash !== sessionHash })
}

/** The screen that shows the posts of the departed member stays until the next one has rendered. */
const forgetPosts = (queryClient: QueryClient, router: AnyRouter) => {
  const stop = router.subscribe('onRendered', () => {
    stop()
    if (idOf(queryClient) === undefined) postsIn(queryClient).clear()
  })
}

/** Keeps the live connection open while somebody is signed in. Started by the first member's screen. */
export const goLive = (queryClient: QueryClient, router: AnyRouter): void => {
  if (!queryClient.getQueryData(sessionKeys.current)) return
  live.open()
  if (listening) return
  listening = true
  listenToFeed(queryClient, live, () => idOf(queryClient))
  listenToPresence(queryClient, live)
  setUnreadMessages(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.notRead ?? 0)
  // Subscriptions that the first screen does not need start when it is idle.
  whenIdle(() => {
    import('./live-later.ts').then(({ listenToTheRest }) => listenToTheRest(queryClient, router)).catch(() => {})
  })
  // After a reconnect the server may be newer. A page that has just loaded is as new as its server; the phone app may
  // not be.
  let isNew = !import.meta.env.VITE_SERVER
  live.on('connected', () => {
    if (!isNew) checkVersionSoon()
    isNew = false
  })
  let holder = idOf(queryClient)
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== sessionHash || holder === idOf(queryClient)) return
    holder = idOf(queryClient)
    live.close()
    clearNews()
    dealNews.clear()
    setWaiting(0)
    setWaiting(0, 'deals')
    setWaiting(0, 'reports')
    setUnread(0)
    setUnreadMessages(queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.notRead ?? 0)
    void import('./outbox.ts').then(({ openOutbox }) => openOutbox(queryClient)).catch(() => {})
    // Another user, or the same person again: a guest who logs in.
    if (holder) {
      postsIn(queryClient).clear()
      live.open()
    } else forgetPosts(queryClient, router)
  })
  live.on('session.revoked', ({ reason }) => {
    holder = undefined
    const session = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
    const isUnderWay = [sessionKeys.leaving, sessionKeys.entering].some(
      mutationKey => queryClient.isMutating({ mutationKey }) > 0,
    )
    // A log-in or log-out on this very screen already navigates.
    if (!session || isUnderWay) return
    const next = router.latestLocation.href
    const toDoor = () =>
      router.navigate({
        to: '/$c/connexion',
        params: { c: session.customUri },
        search: { next, ended: reason },
        replace: true,
      })
    // Another tab has logged in since: the cookie is of the new session, so the server is asked who it is.
    if (reason === 'switch' || isOfSessionBefore(queryClient.getQueryState(sessionKeys.current)?.dataUpdatedAt)) {
      queryClient.removeQueries({ queryKey: sessionKeys.current })
      return void toDoor().then(() => readAnew(queryClient))
    }
    const isGone = reason === 'deletion' || reason === 'left'
    // The log-in form must not suggest the name of a deleted account.
    if (isGone) store('emailOrPseudo', null)
    const forgotten = leave(queryClient)
    forgetPosts(queryClient, router)
    void forgotten.then(toDoor)
  })
}
