import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { hasId } from '#web/kernel/live/live-frames.ts'
import { live } from '#web/kernel/live/live.ts'
import { onCallFailed } from '#web/kernel/http/query-client.ts'
import { loadTexts, t } from '#web/kernel/text/i18n.ts'
import { communityKeys } from '#web/features/community/community.queries.ts'
import { informationKeys } from '#web/features/information/information.queries.ts'
import { sessionKeys, sessionQuery } from '#web/features/session/session.queries.ts'
import { showToast } from '#web/ui/toasts.ts'

/** A change reaches all clients at once; their requests are spread over this time, in milliseconds. */
const SPREAD_MS = 1500
/** In milliseconds, after a refusal: a single deleted deal says nothing about the community. */
const MIN_INTERVAL_MS = 10_000

const offersOf = ({ gooddeal, weather, subscribe, acceptPosts, loc }: Community) => [
  gooddeal,
  weather,
  subscribe,
  acceptPosts,
  loc?.coordinates,
]

/** Refetches community and session. The router reloads only if the offers or abilities have changed. */
export const refreshCommunity = async (
  queryClient: QueryClient,
  router: AnyRouter,
  { isFirst = false } = {},
): Promise<void> => {
  const session = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
  if (!session) return
  const communities = queryClient
    .getQueryCache()
    .findAll({ queryKey: communityKeys.all })
    .filter(({ state }) => (state.data as Community | undefined)?._id === session.communityId)
  const snapshot = () => [
    queryClient.getQueryData(sessionKeys.current),
    ...communities.map(({ queryKey }) => queryClient.getQueryData(queryKey)),
  ]
  const before = snapshot()
  const offersSnapshot = () =>
    JSON.stringify([
      queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.abilities,
      ...communities.map(({ state }) => offersOf(state.data as Community)),
    ])
  const offersBefore = offersSnapshot()
  const fetchSession = () => queryClient.query({ ...sessionQuery(), staleTime: 0 })
  await Promise.all([
    !isFirst && fetchSession(),
    ...communities.map(query => query.fetch()),
    queryClient.invalidateQueries({ queryKey: informationKeys.all(session.communityId) }),
  ])
  // On the first connection the session of the page is fresh; it is fetched only if the offers have changed.
  if (isFirst && offersSnapshot() !== offersBefore) await fetchSession()
  // Structural sharing returns the same object for the same data.
  if (snapshot().every((now, index) => now === before[index])) return
  const { pathname } = router.latestLocation
  await router.invalidate()
  if (offersSnapshot() === offersBefore) return
  if (router.latestLocation.pathname !== pathname) {
    await loadTexts('session')
    showToast({ kind: 'info', text: t('session.switchedoff') })
  }
  // The server may answer other lists differently from now on.
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== sessionKeys.current[0] && queryKey[0] !== communityKeys.all[0],
  })
}

/** Refreshes an open app after a live event, on each connection and after a refused call. */
export const watchCommunity = (queryClient: QueryClient, router: AnyRouter): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  let refreshedAt = -MIN_INTERVAL_MS
  const scheduleRefresh = (delay: number, options?: { isFirst: boolean }) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      refreshedAt = performance.now()
      refreshCommunity(queryClient, router, options).catch(() => {})
    }, delay)
  }
  live.on('community.updated', () => scheduleRefresh(Math.random() * SPREAD_MS), hasId)
  // On the first connection too: a change between the page's response and now was not published to this client.
  let connections = 0
  live.on('connected', () => scheduleRefresh(Math.random() * SPREAD_MS, { isFirst: connections++ === 0 }))
  onCallFailed(({ status }) => {
    if ((status === 403 || status === 404) && performance.now() - refreshedAt > MIN_INTERVAL_MS) scheduleRefresh(0)
  })
}
