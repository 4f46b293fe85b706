import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { ApiError } from '#web/kernel/http/api.ts'
import { neighborsQuery } from '#web/features/chat/chat.queries.ts'
import { communityQuery } from '#web/features/community/community.queries.ts'
import { dealCategoriesQuery } from '#web/features/deals/deals.queries.ts'
import { feedQuery } from '#web/features/feed/feed.queries.ts'
import { hobbiesQuery } from '#web/features/profile/hobbies.queries.ts'
import { categoriesQuery, datesQuery, postPlacesQuery, timesQuery } from '#web/features/publish/templates.queries.ts'
import { endSession } from '#web/features/session/session.mutations.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import { retryIfCancelled } from './load.ts'
import { restorePushRegistration } from './pushes.ts'
import { scheduleVersionCheck } from './version-watch.ts'

type SessionLoad = (queryClient: QueryClient, session: SessionUser) => Promise<unknown>

/** The queries of the first screen, with the same query keys as on that screen, so that nothing is requested twice. */
const firstScreenLoads: readonly SessionLoad[] = [
  (queryClient, { customUri }) => queryClient.query({ ...communityQuery(customUri), staleTime: 'static' }),
  (queryClient, { communityId }) => queryClient.infiniteQuery({ ...feedQuery(communityId, {}), staleTime: 'static' }),
  async (queryClient, { abilities }) =>
    abilities.chat && queryClient.query({ ...neighborsQuery(), staleTime: 'static' }),
]

/** The queries of the other screens, loaded after those of the first screen. */
const laterLoads: readonly SessionLoad[] = [
  ...[postPlacesQuery, categoriesQuery, datesQuery, timesQuery].map(
    (queryOf): SessionLoad =>
      (queryClient, { communityId }) =>
        queryClient.query({ ...queryOf(communityId), staleTime: 'static' } as ReturnType<typeof postPlacesQuery>),
  ),
  async (queryClient, { abilities }) =>
    abilities.seeDeals && queryClient.query({ ...dealCategoriesQuery(), staleTime: 'static' }),
  queryClient => queryClient.query({ ...hobbiesQuery(), staleTime: 'static' }),
]

/** Whether the offline notice, the log-in, or the obsolete or maintenance screen reports this error. */
const isReportedElsewhere = (error: unknown) =>
  !(error instanceof ApiError) || error.key === 'networkerror' || [401, 411, 503].includes(error.status)

/** Ends the session if the member’s data cannot be loaded and nothing else reports the error. */
export const afterLogIn = async (queryClient: QueryClient, router: AnyRouter, session: SessionUser): Promise<void> => {
  scheduleVersionCheck()
  if (session.needUpdate || session.needSecondFactor) return
  restorePushRegistration(session)
  try {
    for (const loads of [firstScreenLoads, laterLoads])
      await Promise.all(loads.map(load => retryIfCancelled(() => load(queryClient, session))))
  } catch (error) {
    const currentUser = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
    if (isReportedElsewhere(error) || currentUser?._id !== session._id) return
    await endSession(queryClient)
    void router.navigate({
      to: '/$c/connexion',
      params: { c: session.customUri },
      search: { ended: 'data' },
      replace: true,
    })
  }
}
