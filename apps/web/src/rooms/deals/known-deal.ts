import type { DealsPage, DealWithPlace } from '@parvis/contract/deals.ts'
import { useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { dealQuery, dealsKeys } from './deals.queries.ts'

/** What a list of the community already says of a deal. */
const knownDeal = (queryClient: QueryClient, communityId: string, id: string): DealWithPlace | undefined => {
  for (const [, list] of queryClient.getQueriesData<InfiniteData<DealsPage>>({ queryKey: dealsKeys.lists(communityId) })) {
    const deal = list?.pages.flatMap(page => page.docs).find(({ _id }) => _id === id)
    if (deal) return { ...deal, community: null }
  }
}

/** A deal for members: shown from the list at once, then as it is now. */
export const useDeal = (communityId: string, id: string) => {
  const queryClient = useQueryClient()
  return useQuery({ ...dealQuery({ id }), placeholderData: () => knownDeal(queryClient, communityId, id) })
}
