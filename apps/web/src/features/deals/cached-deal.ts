import type { Deal, DealsPage } from '@parvis/contract/deals.ts'
import { useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { categoriesIn, dealQuery, dealsKeys } from './deals.queries.ts'

/** Reads the most recently fetched list or map that contains the deal; returns the time of that fetch too. */
const findCachedDeal = (queryClient: QueryClient, communityId: string, id: string) =>
  [dealsKeys.lists(communityId), dealsKeys.maps(communityId)]
    .flatMap(queryKey => queryClient.getQueryCache().findAll({ queryKey }))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const list = state.data as InfiniteData<DealsPage> | undefined
      const deal = list?.pages.flatMap(page => page.docs).find(({ _id }) => _id === id)
      return deal ? [{ deal: { ...deal, community: null }, fetchedAt: state.dataUpdatedAt }] : []
    })[0]

/** Fetches a deal for members; until the response arrives, the copy from a cached list is shown. */
export const useDeal = (communityId: string, id: string) => {
  const queryClient = useQueryClient()
  return useQuery({
    ...dealQuery({ id }),
    initialData: () => findCachedDeal(queryClient, communityId, id)?.deal,
    initialDataUpdatedAt: () => findCachedDeal(queryClient, communityId, id)?.fetchedAt,
  })
}

/** Returns the cached deal that has this photo. */
export const findDealOfPhoto = (queryClient: QueryClient, uri: string): Deal | undefined =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: dealsKeys.all })
    .flatMap(({ queryKey, state }) =>
      categoriesIn(queryKey)
        ? ((state.data as InfiniteData<DealsPage> | undefined)?.pages.flatMap(page => page.docs) ?? [])
        : queryKey[1] === 'one' && state.data
          ? [state.data as Deal]
          : [],
    )
    .find(({ photo }) => photo?.uri === uri)
