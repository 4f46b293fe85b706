import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import type { QueryClient } from '@tanstack/react-query'
import { kindsFor } from '../-publish/kinds.ts'

export interface Member {
  community: Pick<Community, 'subscribe'>
  session: Pick<SessionUser, 'communityId' | 'abilities'>
}

type Ask = () => Promise<unknown>

/** What publishing from a tile needs: the tiles, and what the form behind them offers. */
const ofTiles = (queryClient: QueryClient, communityId: string): Ask[] => {
  const feature = () => import('#web/features/publish/templates.queries.ts')
  return [
    async () => queryClient.query((await feature()).categoriesQuery(communityId)),
    async () => queryClient.query((await feature()).datesQuery(communityId)),
    async () => queryClient.query((await feature()).timesQuery(communityId)),
    async () => queryClient.query((await feature()).placesQuery(communityId)),
  ]
}

/**
 * What screens show that no tab leads to at once: without a network they could not be opened for the first time. Each
 * is one small question.
 */
export const answersAhead = (queryClient: QueryClient, { community, session }: Member): Ask[] => [
  ...(session.abilities.publish && kindsFor(session).some(kind => kind !== 'Post')
    ? ofTiles(queryClient, session.communityId)
    : []),
  ...(session.abilities.readChats && community.subscribe
    ? [async () => queryClient.query((await import('#web/features/chat/chat.queries.ts')).employeesQuery())]
    : []),
]
