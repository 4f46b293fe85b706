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

/** Everybody's screen is told in the same moment; they ask one after the other within this time, in milliseconds. */
const SPREAD_MS = 1500
/** What is refused asks again at most this often: one deal that is gone says nothing of the community. */
const ASK_EVERY_MS = 10_000

/** What the community offers, and where it lies: good deals and weather are those of the place. */
const offersOf = ({ gooddeal, weather, subscribe, acceptPosts, loc }: Community) => [
  gooddeal,
  weather,
  subscribe,
  acceptPosts,
  loc?.coordinates,
]

/**
 * Asks anew what the reader's community offers and what may be done there; only when that is another than before the
 * screen is drawn with it: tabs come and go, and who is on a screen that is not offered any more is led to the feed.
 */
export const readCommunityAnew = async (
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
  const known = () => [
    queryClient.getQueryData(sessionKeys.current),
    ...communities.map(({ queryKey }) => queryClient.getQueryData(queryKey)),
  ]
  const before = known()
  const offered = () =>
    JSON.stringify([
      queryClient.getQueryData<SessionUser | null>(sessionKeys.current)?.abilities,
      ...communities.map(({ state }) => offersOf(state.data as Community)),
    ])
  const offeredBefore = offered()
  const readSession = () => queryClient.query({ ...sessionQuery(), staleTime: 0 })
  await Promise.all([
    !isFirst && readSession(),
    ...communities.map(query => query.fetch()),
    queryClient.invalidateQueries({ queryKey: informationKeys.all(session.communityId) }),
  ])
  // the session of a page that was just read is another one only where what is offered is
  if (isFirst && offered() !== offeredBefore) await readSession()
  // an answer that says the same is the same object
  if (known().every((now, at) => now === before[at])) return
  const { pathname } = router.latestLocation
  await router.invalidate()
  if (offered() === offeredBefore) return
  if (router.latestLocation.pathname !== pathname) {
    await loadTexts('session')
    showToast({ kind: 'info', text: t('session.switchedoff') })
  }
  // lists that the server may answer otherwise from now on
  await queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== sessionKeys.current[0] && queryKey[0] !== communityKeys.all[0],
  })
}

/** Keeps an open app at what its community offers: told by the server, asked at each connection and after a refusal. */
export const watchCommunity = (queryClient: QueryClient, router: AnyRouter): void => {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let askedAt = -ASK_EVERY_MS
  const readSoon = (delay: number, how?: { isFirst: boolean }) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => {
      askedAt = performance.now()
      // what could not be asked now is asked at the next occasion
      readCommunityAnew(queryClient, router, how).catch(() => {})
    }, delay)
  }
  live.on('community.updated', () => readSoon(Math.random() * SPREAD_MS), hasId)
  // the first connection too: what changed between the answer of the page and now was told to nobody here
  let connections = 0
  live.on('connected', () => readSoon(Math.random() * SPREAD_MS, { isFirst: connections++ === 0 }))
  onCallFailed(({ status }) => {
    if ((status === 403 || status === 404) && performance.now() - askedAt > ASK_EVERY_MS) readSoon(0)
  })
}
