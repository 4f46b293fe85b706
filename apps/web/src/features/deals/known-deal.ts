import type { Deal, DealsPage, DealWithPlace } from '@parvis/contract/deals.ts'
import { useQuery, useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { categoriesIn, dealQuery, dealsKeys } from './deals.queries.ts'

interface KnownDeal {
  deal: DealWithPlace
  seenAt: number
}

/** What a list of the community says of a deal, and since when: the one that was read last. */
const knownDeal = (queryClient: QueryClient, communityId: string, id: string): KnownDeal | undefined =>
  [dealsKeys.lists(communityId), dealsKeys.maps(communityId)]
    .flatMap(queryKey => queryClient.getQueryCache().findAll({ queryKey }))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const list = state.data as InfiniteData<DealsPage> | undefined
      const deal = list?.pages.flatMap(page => page.docs).find(({ _id }) => _id === id)
      return deal ? [{ deal: { ...deal, community: null }, seenAt: state.dataUpdatedAt }] : []
    })[0]

/** A deal for members: as the list knows it at once, and for as long as nothing newer can be had; then as it is now. */
export const useDeal = (communityId: string, id: string) => {
  const queryClient = useQueryClient()
  return useQuery({
    ...dealQuery({ id }),
    initialData: () => knownDeal(queryClient, communityId, id)?.deal,
    initialDataUpdatedAt: () => knownDeal(queryClient, communityId, id)?.seenAt,
  })
}

/** The deal whose photo is at an address, as far as this device knows. */
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
