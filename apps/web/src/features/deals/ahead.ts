import type { QueryClient } from '@tanstack/react-query'
import { dealCategoriesQuery, dealQuery, dealsQuery, type DealAsked } from './deals.queries.ts'

/** Begins to read what the list shows; what fails is told on the screen. */
export const askDeals = (queryClient: QueryClient, communityId: string, categories: readonly string[]): void => {
  queryClient.query(dealCategoriesQuery()).catch(() => {})
  queryClient.infiniteQuery(dealsQuery(communityId, categories)).catch(() => {})
}

/** The same for one deal. */
export const askDeal = (queryClient: QueryClient, asked: DealAsked): void => {
  queryClient.query(dealQuery(asked)).catch(() => {})
}
