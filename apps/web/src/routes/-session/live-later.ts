import type { SessionUser } from '@parvis/contract/session.ts'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { hasId, isAuthor } from '#web/kernel/live/live-frames.ts'
import { live } from '#web/kernel/live/live.ts'
import { askForLostPictures } from '#web/kernel/picture/lost-pictures.ts'
import { setWaiting } from '#web/features/admin/waiting-count.ts'
import { onTemplatesChanged, readFeedAnew } from '#web/features/feed/feed.templates.ts'
import { listenToModeration } from '#web/features/moderation/moderation.live.ts'
import { listenToNotifications } from '#web/features/notifications/notifications.live.ts'
import { listenToTemplates, readTemplatesAnew } from '#web/features/publish/templates.live.ts'
import { listenToWorker } from '#web/features/push/open-screen.ts'
import { listenToPeople } from '#web/features/profile/person.live.ts'
import { listenToDeals } from '#web/features/deals/deals.live.ts'
import { offerInstall } from '#web/features/home-screen/offer-install.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { scrollToTop } from '#web/ui/scroll-to-top.ts'
import { keepSeen } from '../-offline/keep-seen.ts'
import { tellRefused } from '../-outbox/tell-refused.ts'
import { openChat } from './chat.ts'
import { watchCommunity } from './community-watch.ts'
import { hidePerson } from './hide-person.ts'
import { tellNearLimit } from './near-limit.ts'
import { openOutbox, startOutbox } from './outbox.ts'
import { keepPushes } from './pushes.ts'
import { readMyselfAnew } from './read-myself-anew.ts'

const idOf = (queryClient: QueryClient) => queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?._id

const mayBeTold = (queryClient: QueryClient) =>
  queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.abilities.beTold === true

/** The own name and picture, changed on another device, are shown in the frame. */
const onMyselfChanged = (queryClient: QueryClient, router: AnyRouter): void => {
  import('#web/features/profile/profile.queries.ts')
    .then(({ profileKeys }) => queryClient.invalidateQueries({ queryKey: profileKeys.mine() }))
    .catch(() => {})
  readMyselfAnew(queryClient, router).catch(() => {})
}

/** Subscribes to everything the first screen does not need: notifications, templates, chat and more. Called once. */
export const listenToTheRest = (queryClient: QueryClient, router: AnyRouter): void => {
  listenToNotifications(queryClient, live, () => mayBeTold(queryClient))
  listenToTemplates(queryClient, live, () => readFeedAnew(queryClient))
  listenToDeals(queryClient, live, () => idOf(queryClient))
  listenToPeople(queryClient, live)
  listenToModeration(queryClient, live, {
    runs: () => {
      const reader = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
      return reader?.abilities.runCommunity ? reader.communityId : null
    },
    onCount: count => setWaiting(count, 'reports'),
    onDecision: () => void readMyselfAnew(queryClient, router).catch(() => {}),
  })
  onTemplatesChanged(() => readTemplatesAnew(queryClient))
  const keepAnew = keepSeen(queryClient, () => idOf(queryClient))
  live.on(
    'user.hidden',
    ({ _id }) => {
      hidePerson(queryClient, _id, true)
      void keepAnew()
    },
    hasId,
  )
  live.on('user.shown', ({ _id }) => hidePerson(queryClient, _id, false), hasId)
  live.on(
    'author.updated',
    ({ _id }) => {
      if (_id === idOf(queryClient)) onMyselfChanged(queryClient, router)
    },
    isAuthor,
  )
  watchCommunity(queryClient, router)
  listenToWorker(path => router.history.push(path))
  keepPushes(queryClient)
  void offerInstall()
  let isSeenOnly = 'offline' in document.documentElement.dataset
  live.on('connected', opensNow => {
    // Some systems do not report a network that is back. A connection opened before it was lost proves nothing.
    if (opensNow) onlineManager.setOnline(true)
    // The session came from persisted data only.
    if (isSeenOnly) readMyselfAnew(queryClient, router).catch(() => {})
    isSeenOnly = false
    // Queries whose refetch failed: the browser may not have noticed that the server was out of reach.
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null })
  })
  addEventListener('online', askForLostPictures)
  tellNearLimit()
  startOutbox(queryClient)
  tellRefused(() => {
    const c = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.customUri
    if (c) void router.navigate({ to: '/$c/actualites', params: { c } }).then(scrollToTop)
  })
  void openOutbox(queryClient)
  void openChat(queryClient).catch(() => {})
}
