import type { RevokedReason } from '@parvis/contract/realtime.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { store } from '#web/kernel/device/stored.ts'
import { hasId } from '#web/kernel/live/live-frames.ts'
import { live } from '#web/kernel/live/live.ts'
import { installWorker } from '#web/kernel/offline/install-worker.ts'
import { reloadFailedPictures } from '#web/kernel/picture/failed-pictures.ts'
import { whenIdle } from '#web/kernel/screen/when-idle.ts'
import { predatesLogIn, clearSession, sessionKeys } from '#web/features/session/session.queries.ts'
import type { AppContext } from '#web/ui/feature.ts'
import { scrollToTop } from '#web/ui/scroll-to-top.ts'
import { outboxKinds, webFeatures } from '../features.ts'
import { persistQueryCache } from '../offline/persist-query-cache.ts'
import { watchRefusals } from '../outbox/refusal-toast.ts'
import { watchCommunity } from './community-watch.ts'
import { hidePerson } from './hide-person.ts'
import { warnNearLimit } from './near-limit.ts'
import { openChat } from './open-chat.ts'
import { openOutbox, startOutbox } from './outbox.ts'
import { maintainPushes } from './pushes.ts'
import { refreshSession } from './refresh-session.ts'
import { scheduleVersionCheck } from './version-watch.ts'

/** The service worker stores the whole app: by then, what the first screen shows has loaded. */
const WORKER_DELAY_MS = 4_000

let isSubscribed = false

const sessionHash = hashKey(sessionKeys.current)

const currentUser = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)

/** Removes or refetches all queries except the session, because data loaded as another user must not be shown. */
const refetchAll = (queryClient: QueryClient) => {
  queryClient.removeQueries({ type: 'inactive', predicate: query => query.queryHash !== sessionHash })
  return queryClient.invalidateQueries({ predicate: query => query.queryHash !== sessionHash })
}

const clearFeatures = (queryClient: QueryClient) => {
  for (const feature of webFeatures) feature.clear?.(queryClient)
}

/** Clears the data of features after the next screen has rendered, because the current screen still shows it. */
const clearAfterNavigation = (queryClient: QueryClient, router: AnyRouter) => {
  const unsubscribe = router.subscribe('onRendered', () => {
    unsubscribe()
    if (currentUser(queryClient)?._id === undefined) clearFeatures(queryClient)
  })
}

/** Clears the data of the previous user, and opens the live connection if a new user has signed in. */
const handleUserChanged = (queryClient: QueryClient, router: AnyRouter, userId: string | undefined) => {
  live.close()
  for (const feature of webFeatures) feature.resetCounts?.(currentUser(queryClient) ?? null)
  void openOutbox(queryClient).catch(() => {})
  // Another user has signed in, or the same person in another role, for example a guest who logs in.
  if (userId) {
    clearFeatures(queryClient)
    live.open()
  } else clearAfterNavigation(queryClient, router)
}

const handleSessionRevoked = (queryClient: QueryClient, router: AnyRouter, reason: RevokedReason) => {
  const session = currentUser(queryClient)
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
  clearAfterNavigation(queryClient, router)
  void cleared.then(goToLogIn)
}

/** Follows changes of the session: another user, or its end by the server. */
const watchUser = (queryClient: QueryClient, router: AnyRouter) => {
  let userId = currentUser(queryClient)?._id
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const currentId = currentUser(queryClient)?._id
    if (type !== 'updated' || query.queryHash !== sessionHash || userId === currentId) return
    userId = currentId
    handleUserChanged(queryClient, router, userId)
  })
  live.on('session.revoked', ({ reason }) => {
    userId = undefined
    handleSessionRevoked(queryClient, router, reason)
  })
}

/** Hides and shows people after blocks on other devices or by others. */
const watchBlocks = (queryClient: QueryClient, rewritePersisted: () => Promise<void>) => {
  live.on(
    'user.hidden',
    ({ _id }) => {
      hidePerson(queryClient, _id, true)
      void rewritePersisted()
    },
    hasId,
  )
  live.on('user.shown', ({ _id }) => hidePerson(queryClient, _id, false), hasId)
}

const handleReconnects = ({ queryClient, refreshSession }: AppContext) => {
  // A reconnect may reach a newer server. A new page is as new as its server, but the native app may be older.
  let isPageFresh = !import.meta.env.VITE_SERVER
  let isFromDevice = 'offline' in document.documentElement.dataset
  live.on('connected', isNewConnection => {
    if (!isPageFresh) scheduleVersionCheck()
    isPageFresh = false
    // Some systems do not report that the network is back; a new connection proves that it is.
    if (isNewConnection) onlineManager.setOnline(true)
    // The session was restored from persisted data, so it is refetched.
    if (isFromDevice) refreshSession()
    isFromDevice = false
    // Refetches failed queries: the browser may not have noticed that the server was unreachable.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
  })
}

const startOutboxWith = (app: AppContext, router: AnyRouter) => {
  startOutbox(app, outboxKinds)
  watchRefusals(outboxKinds, () => {
    const c = app.viewer()?.customUri
    if (c) void router.navigate({ to: '/$c/actualites', params: { c } }).then(scrollToTop)
  })
  void openOutbox(app.queryClient)
}

/**
 * Keeps the live connection open while somebody is signed in, and starts what the features run in the background.
 * Called by the members' frame; subscribes only once.
 */
export const startLive = (queryClient: QueryClient, router: AnyRouter): void => {
  if (!currentUser(queryClient)) return
  live.open()
  if (isSubscribed) return
  isSubscribed = true
  const app: AppContext = {
    queryClient,
    live,
    viewer: () => currentUser(queryClient),
    refreshSession: () => void refreshSession(queryClient, router).catch(() => {}),
    openPath: path => router.history.push(path),
  }
  for (const feature of webFeatures) feature.live?.(app)
  watchUser(queryClient, router)
  watchBlocks(
    queryClient,
    persistQueryCache(queryClient, () => app.viewer()?._id),
  )
  watchCommunity(queryClient, router)
  maintainPushes(queryClient)
  handleReconnects(app)
  addEventListener('online', reloadFailedPictures)
  warnNearLimit()
  startOutboxWith(app, router)
  setTimeout(
    () => whenIdle(() => void installWorker(() => queryClient.isMutating() > 0).catch(() => {})),
    WORKER_DELAY_MS,
  )
  void openChat(queryClient).catch(() => {})
}
