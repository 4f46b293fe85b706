import { getDeal, listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import type { Query } from '@parvis/contract/endpoint.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'

export type DealParams = Query<typeof getDeal>

export const dealsKeys = {
  all: ['deals'] as const,
  categories: () => [...dealsKeys.all, 'categories'] as const,
  lists: (communityId: string) => [...dealsKeys.all, 'list', communityId] as const,
  list: (communityId: string, categories: readonly string[]) =>
    [...dealsKeys.lists(communityId), ...categories.toSorted()] as const,
  /** Keys of the queries that load all deals in one page, for the map. */
  maps: (communityId: string) => [...dealsKeys.all, 'map', communityId] as const,
  map: (communityId: string, categories: readonly string[]) =>
    [...dealsKeys.maps(communityId), ...categories.toSorted()] as const,
  /** Key of the queries of deals that the viewer manages, in any state, including pending and ended deals. */
  managed: () => [...dealsKeys.all, 'kept'] as const,
  details: () => [...dealsKeys.all, 'one'] as const,
  detail: (params: DealParams) => [...dealsKeys.details(), params] as const,
}

/** Returns the category ids in a list or map query key, an empty array for all deals; null for any other key. */
export const categoriesIn = ([, kind, , ...categories]: QueryKey): string[] | null =>
  kind === 'list' || kind === 'map' ? (categories as string[]) : null

/** Deal categories rarely change, so they are cached for an hour. */
const ONE_HOUR = 3_600_000
/** Never garbage-collected, so that the data is available offline for as long as the app is open. */
const neverCollected = { gcTime: Infinity }

export const dealCategoriesQuery = () =>
  queryOptions({
    queryKey: dealsKeys.categories(),
    ...persisted,
    queryFn: ({ signal }) => call(listDealCategories, { signal }),
    staleTime: ONE_HOUR,
    ...neverCollected,
  })

export const dealsQuery = (communityId: string, categories: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: dealsKeys.list(communityId, categories),
    ...persisted,
    queryFn: ({ pageParam, signal }) =>
      call(listDeals, { query: { ...pageParam, ...(categories.length > 0 && { filter: [...categories] }) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    ...(categories.length === 0 && neverCollected),
  })

/** Fetches all deals in one page, for the map. */
export const dealsMapQuery = (communityId: string, categories: readonly string[]) =>
  infiniteQueryOptions({
    queryKey: dealsKeys.map(communityId, categories),
    ...persisted,
    queryFn: ({ signal }) =>
      call(listDeals, { query: { all: true, ...(categories.length > 0 && { filter: [...categories] }) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: () => undefined,
    placeholderData: keepPreviousData,
  })

/** Fetches one deal: by id inside the app, by city and `customUri` on the public page. */
export const dealQuery = (params: DealParams) =>
  queryOptions({
    queryKey: dealsKeys.detail(params),
    ...persisted,
    queryFn: ({ signal }) => call(getDeal, { query: params, signal }),
  })
