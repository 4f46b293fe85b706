import type { QueryClient } from '@tanstack/react-query'
import { dealCategoriesQuery, dealQuery, dealsQuery, type DealParams } from './deals.queries.ts'

/** Prefetches the data of the list; errors are ignored, as the screen fetches again and reports them. */
export const prefetchDeals = (queryClient: QueryClient, communityId: string, categories: readonly string[]): void => {
  queryClient.query(dealCategoriesQuery()).catch(() => {})
  queryClient.infiniteQuery(dealsQuery(communityId, categories)).catch(() => {})
}

export const prefetchDeal = (queryClient: QueryClient, params: DealParams): void => {
  queryClient.query(dealQuery(params)).catch(() => {})
}
