import type { WebFeature } from '#web/ui/feature.ts'
import { communityQuery } from './community.queries.ts'

export const community: WebFeature = {
  loadFirst: (queryClient, { customUri }) => queryClient.query({ ...communityQuery(customUri), staleTime: 'static' }),
}
