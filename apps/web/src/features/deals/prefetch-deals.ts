import type { QueryClient } from '@tanstack/react-query'
import { dealCategoriesQuery, dealQuery, dealsQuery, type DealParams } from './deals.queries.ts'

/** Prefetches what the list shows; failures are reported by the screen. */
export const prefetchDeals = (queryClient: QueryClient, communityId: string, categories: readonly string[]): void => {
  queryClient.query(dealCategoriesQuery()).catch(() => {})
  queryClient.infiniteQuery(dealsQuery(communityId, categories)).catch(() => {})
}

export const prefetchDeal = (queryClient: QueryClient, params: DealParams): void => {
  queryClient.query(dealQuery(params)).catch(() => {})
}
