import type { QueryClient } from '@tanstack/react-query'
import { caseQuery, casesQuery, moderationCountsQuery, ownDecisionsQuery, type CaseList } from './moderation.queries.ts'

/** Prefetches a case; the screen of the case shows errors itself. */
export const prefetchCase = (queryClient: QueryClient, id: string): void => {
  queryClient.query(caseQuery(id)).catch(() => {})
}

export const prefetchCases = (queryClient: QueryClient, communityId: string | null, list: CaseList): void => {
  queryClient.infiniteQuery(casesQuery(communityId, list)).catch(() => {})
}

export const prefetchRules = (queryClient: QueryClient, communityId: string, canBeModerated: boolean): void => {
  queryClient.query(moderationCountsQuery(communityId)).catch(() => {})
  if (canBeModerated) queryClient.query(ownDecisionsQuery()).catch(() => {})
}
