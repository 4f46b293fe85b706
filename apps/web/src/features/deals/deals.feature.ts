import type { WebFeature } from '#web/ui/feature.ts'
import { listenToDeals } from './deals.live.ts'
import { dealCategoriesQuery } from './deals.queries.ts'
import { newDeals } from './new-deals.ts'

export const deals: WebFeature = {
  live: ({ queryClient, live, viewer }) => listenToDeals(queryClient, live, () => viewer()?._id),
  resetCounts: newDeals.clear,
  loadRest: async (queryClient, { abilities }) =>
    abilities.seeDeals && queryClient.query({ ...dealCategoriesQuery(), staleTime: 'static' }),
}
