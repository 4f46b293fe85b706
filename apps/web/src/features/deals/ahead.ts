import type { QueryClient } from '@tanstack/react-query'
import { dealCategoriesQuery, dealQuery, dealsQuery, type DealAsked } from './deals.queries.ts'

/** Prefetches what the list shows; failures are reported by the screen. */
export const askDeals = (queryClient: QueryClient, communityId: string, categories: readonly string[]): void => {
  queryClient.query(dealCategoriesQuery()).catch(() => {})
  queryClient.infiniteQuery(dealsQuery(communityId, categories)).catch(() => {})
}

export const askDeal = (queryClient: QueryClient, asked: DealAsked): void => {
  queryClient.query(dealQuery(asked)).catch(() => {})
}
