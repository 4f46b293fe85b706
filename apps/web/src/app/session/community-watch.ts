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
/** Minimum milliseconds between two refetches after refused calls, most of which have other causes than a change. */
const MIN_INTERVAL_MS = 10_000

const featureSettingsOf = ({ gooddeal, weather, subscribe, acceptPosts, loc }: Community) => [
  gooddeal,
  weather,
  subscribe,
  acceptPosts,
  loc?.coordinates,
]

/** Refetches community and session. The router reloads only if the features or abilities have changed. */
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
  const featureSnapshot = () =>
    JSON.stringify([
      queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.abilities,
      ...communities.map(({ state }) => featureSettingsOf(state.data as Community)),
    ])
  const featuresBefore = featureSnapshot()
  const fetchSession = () => queryClient.query({ ...sessionQuery(), staleTime: 0 })
  await Promise.all([
    !isFirst && fetchSession(),
    ...communities.map(query => query.fetch()),
    queryClient.invalidateQueries({ queryKey: informationKeys.ofCommunity(session.communityId) }),
  ])
  // On the first connection the page's session is fresh; it is refetched only if the features have changed.
  if (isFirst && featureSnapshot() !== featuresBefore) await fetchSession()
  // TanStack Query returns the same object if the data is the same (structural sharing).
  if (snapshot().every((now, index) => now === before[index])) return
  const { pathname } = router.latestLocation
  await router.invalidate()
  if (featureSnapshot() === featuresBefore) return
  if (router.latestLocation.pathname !== pathname) {
    await loadTexts('session')
    showToast({ kind: 'info', text: t('session.switchedoff') })
  }
  // With other abilities or features, the server may return other data for all other queries.
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== sessionKeys.current[0] && queryKey[0] !== communityKeys.all[0],
  })
}

/** Refetches the community after a live event about it, on each connection and after a refused call. */
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
  // Also on the first connection, because a change after the page's response was not published to this client.
  let connections = 0
  live.on('connected', () => scheduleRefresh(Math.random() * SPREAD_MS, { isFirst: connections++ === 0 }))
  onCallFailed(({ status }) => {
    if ((status === 403 || status === 404) && performance.now() - refreshedAt > MIN_INTERVAL_MS) scheduleRefresh(0)
  })
}
