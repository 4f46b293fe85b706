import { listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { dealsKeys } from './deals.queries.ts'

/* Queries for visitors without an account, who can see communities that are not private. */

const visitedKeys = {
  categories: (communityId: string) => [...dealsKeys.all, 'visited', communityId, 'categories'] as const,
  list: (communityId: string, categories: readonly string[]) =>
    [...dealsKeys.all, 'visited', communityId, 'list', ...categories.toSorted()] as const,
}

export const visitedCategoriesQuery = (communityId: string) =>
  queryOptions({
    queryKey: visitedKeys.categories(communityId),
    queryFn: ({ signal }) => call(listDealCategories, { query: { communityId }, signal }),
  })

export const visitedDealsQuery = (communityId: string, categories: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: visitedKeys.list(communityId, categories),
    queryFn: ({ pageParam, signal }) =>
      call(listDeals, {
        query: { ...pageParam, communityId, ...(categories.length > 0 && { filter: [...categories] }) },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })
