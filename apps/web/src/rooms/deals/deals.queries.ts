import { getDeal, listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import type { Query } from '@parvis/contract/endpoint.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'

export type DealAsked = Query<typeof getDeal>

export const dealsKeys = {
  all: ['deals'] as const,
  categories: (visited?: string) => [...dealsKeys.all, 'categories', ...(visited ? [visited] : [])] as const,
  lists: (communityId: string) => [...dealsKeys.all, 'list', communityId] as const,
  list: (communityId: string, categories: readonly string[]) =>
    [...dealsKeys.lists(communityId), ...categories.toSorted()] as const,
  visited: (communityId: string, categories: readonly string[]) =>
    [...dealsKeys.all, 'visited', communityId, ...categories.toSorted()] as const,
  one: (asked: DealAsked) => [...dealsKeys.all, 'one', asked] as const,
}

/** Categories hardly ever change. */
const ONE_HOUR = 3_600_000
/** Fetched ahead, the list of all is there without a network as long as the app is open. */
const kept = { gcTime: Infinity }

/** Those of the reader's own community, or of one that a visitor looks into. */
export const dealCategoriesQuery = (visited?: string) =>
  queryOptions({
    queryKey: dealsKeys.categories(visited),
    queryFn: ({ signal }) => call(listDealCategories, { query: visited ? { communityId: visited } : {}, signal }),
    staleTime: ONE_HOUR,
    ...kept,
  })

export const dealsQuery = (communityId: string, categories: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: dealsKeys.list(communityId, categories),
    queryFn: ({ pageParam, signal }) =>
      call(listDeals, { query: { ...pageParam, ...(categories.length > 0 && { filter: [...categories] }) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    ...(categories.length === 0 && kept),
  })

/** What a visitor sees of a community that is not private. */
export const visitedDealsQuery = (communityId: string, categories: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: dealsKeys.visited(communityId, categories),
    queryFn: ({ pageParam, signal }) =>
      call(listDeals, {
        query: { ...pageParam, communityId, ...(categories.length > 0 && { filter: [...categories] }) },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

/** By id inside the app, by the city and its own uri from outside. */
export const dealQuery = (asked: DealAsked) =>
  queryOptions({
    queryKey: dealsKeys.one(asked),
    queryFn: ({ signal }) => call(getDeal, { query: asked, signal }),
  })
