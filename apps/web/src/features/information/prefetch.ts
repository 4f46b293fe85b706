import type { QueryClient } from '@tanstack/react-query'
import { informationQuery } from './information.queries.ts'

/** Prefetches the information page; errors are shown by the screen itself. */
export const prefetchInformation = (queryClient: QueryClient, communityId: string): void => {
  queryClient.query(informationQuery(communityId)).catch(() => {})
}
