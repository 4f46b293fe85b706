import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { kindsFor } from '../-publish/kinds.ts'

export interface Member {
  community: Pick<Community, 'subscribe'>
  session: Pick<SessionUser, 'communityId' | 'abilities'>
}

type QueryTask = () => Promise<unknown>

const tileQueries = (queryClient: QueryClient, communityId: string): QueryTask[] => {
  const feature = () => import('#web/features/publish/templates.queries.ts')
  return [
    async () => queryClient.query((await feature()).categoriesQuery(communityId)),
    async () => queryClient.query((await feature()).datesQuery(communityId)),
    async () => queryClient.query((await feature()).timesQuery(communityId)),
    async () => queryClient.query((await feature()).placesQuery(communityId)),
  ]
}

/** The queries of screens that belong to no tab; without prefetching, these could not be opened offline at first. */
export const prefetchedQueries = (queryClient: QueryClient, { community, session }: Member): QueryTask[] => [
  ...(session.abilities.publish && kindsFor(session).some(kind => kind !== 'Post')
    ? tileQueries(queryClient, session.communityId)
    : []),
  ...(session.abilities.readChats && community.subscribe
    ? [async () => queryClient.query((await import('#web/features/chat/chat.queries.ts')).employeesQuery())]
    : []),
]
