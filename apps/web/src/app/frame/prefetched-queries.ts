import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { kindsFor } from '#web/features/publish/kinds.ts'

export interface PrefetchContext {
  community: Pick<Community, 'subscribe'>
  session: Pick<SessionUser, 'communityId' | 'abilities'>
}

type QueryTask = () => Promise<unknown>

const tileQueries = (queryClient: QueryClient, communityId: string): QueryTask[] => {
  const importQueries = () => import('#web/features/publish/templates.queries.ts')
  return [
    async () => queryClient.query((await importQueries()).categoriesQuery(communityId)),
    async () => queryClient.query((await importQueries()).datesQuery(communityId)),
    async () => queryClient.query((await importQueries()).timesQuery(communityId)),
    async () => queryClient.query((await importQueries()).postPlacesQuery(communityId)),
  ]
}

/** The queries of screens that belong to no tab, so that these can be opened offline even before their first visit. */
export const prefetchedQueries = (queryClient: QueryClient, { community, session }: PrefetchContext): QueryTask[] => [
  ...(session.abilities.publish && kindsFor(session).some(kind => kind !== 'Post')
    ? tileQueries(queryClient, session.communityId)
    : []),
  ...(session.abilities.readChats && community.subscribe
    ? [async () => queryClient.query((await import('#web/features/chat/chat.queries.ts')).employeesQuery())]
    : []),
]
