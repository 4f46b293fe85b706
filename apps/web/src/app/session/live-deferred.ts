import type { SessionUser } from '@parvis/contract/session.ts'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import { live } from '#web/kernel/live/live.ts'
import { reloadFailedPictures } from '#web/kernel/picture/failed-pictures.ts'
import { setOpenTaskCount } from '#web/features/admin/open-task-count.ts'
import { onTemplatesChanged, refetchFeed } from '#web/features/feed/feed.templates.ts'
import { subscribeToModeration } from '#web/features/moderation/moderation.live.ts'
import { listenToNotifications } from '#web/features/notifications/notifications.live.ts'
import { subscribeToTemplates, refetchTemplates } from '#web/features/publish/templates.live.ts'
import { listenToServiceWorker } from '#web/features/push/open-screen.ts'
import { subscribeToPeople } from '#web/features/profile/person.live.ts'
import { listenToDeals } from '#web/features/deals/deals.live.ts'
import { offerInstall } from '#web/features/home-screen/offer-install.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { scrollToTop } from '#web/ui/scroll-to-top.ts'
import { persistQueryCache } from '../offline/persist-query-cache.ts'
import { watchRefusals } from '../outbox/refusal-toast.ts'
import { openChat } from './open-chat.ts'
import { watchCommunity } from './community-watch.ts'
import { hidePerson } from './hide-person.ts'
import { warnNearLimit } from './near-limit.ts'
import { openOutbox, startOutbox } from './outbox.ts'
import { maintainPushes } from './pushes.ts'
import { refreshSession } from './refresh-session.ts'

const currentUserId = (queryClient: QueryClient) =>
  queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id

const canBeNotified = (queryClient: QueryClient) =>
  queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.abilities.beTold === true

/** Refetches the member's own name and picture for the frame after a change on another device. */
const onOwnProfileChanged = (queryClient: QueryClient, router: AnyRouter): void => {
  import('#web/features/profile/profile.queries.ts')
    .then(({ profileKeys }) => queryClient.invalidateQueries({ queryKey: profileKeys.myProfile() }))
    .catch(() => {})
  refreshSession(queryClient, router).catch(() => {})
}

/** Subscribes to live events that the first screen does not need, such as notifications. Called once. */
export const subscribeDeferred = (queryClient: QueryClient, router: AnyRouter): void => {
  listenToNotifications(queryClient, live, () => canBeNotified(queryClient))
  subscribeToTemplates(queryClient, live, () => refetchFeed(queryClient))
  listenToDeals(queryClient, live, () => currentUserId(queryClient))
  subscribeToPeople(queryClient, live)
  subscribeToModeration(queryClient, live, {
    managedCommunityId: () => {
      const user = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
      return user?.abilities.runCommunity ? user.communityId : null
    },
    onPendingCount: count => setOpenTaskCount(count, 'reports'),
    onDecision: () => void refreshSession(queryClient, router).catch(() => {}),
  })
  onTemplatesChanged(() => refetchTemplates(queryClient))
  const rewritePersisted = persistQueryCache(queryClient, () => currentUserId(queryClient))
  live.on(
    'user.hidden',
    ({ _id }) => {
      hidePerson(queryClient, _id, true)
      void rewritePersisted()
    },
    hasId,
  )
  live.on('user.shown', ({ _id }) => hidePerson(queryClient, _id, false), hasId)
  live.on(
    'author.updated',
    ({ _id }) => {
      if (_id === currentUserId(queryClient)) onOwnProfileChanged(queryClient, router)
    },
    isAuthor,
  )
  watchCommunity(queryClient, router)
  listenToServiceWorker(path => router.history.push(path))
  maintainPushes(queryClient)
  void offerInstall()
  let isFromDevice = 'offline' in document.documentElement.dataset
  live.on('connected', isNewConnection => {
    // Some systems do not report that the network is back; a new connection proves that it is.
    if (isNewConnection) onlineManager.setOnline(true)
    // The session was restored from persisted data, so it is refetched.
    if (isFromDevice) refreshSession(queryClient, router).catch(() => {})
    isFromDevice = false
    // Refetches failed queries: the browser may not have noticed that the server was unreachable.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
  })
  addEventListener('online', reloadFailedPictures)
  warnNearLimit()
  startOutbox(queryClient)
  watchRefusals(() => {
    const c = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.customUri
    if (c) void router.navigate({ to: '/$c/actualites', params: { c } }).then(scrollToTop)
  })
  void openOutbox(queryClient)
  void openChat(queryClient).catch(() => {})
}
