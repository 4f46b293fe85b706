import type { QueryClient } from '@tanstack/react-query'
import { deskQuery, invitationsQuery, memberQuery, membersQuery, posterQuery } from './admin.queries.ts'

/** Prefetches what the desk shows; errors are shown by the screen itself. */
export const prefetchDesk = (queryClient: QueryClient, communityId: string, search: string): void => {
  queryClient.query(deskQuery(communityId)).catch(() => {})
  queryClient.infiniteQuery(invitationsQuery(communityId)).catch(() => {})
  queryClient.infiniteQuery(membersQuery(communityId, search)).catch(() => {})
}

export const prefetchMember = (queryClient: QueryClient, communityId: string, id: string): void => {
  queryClient.query(deskQuery(communityId)).catch(() => {})
  queryClient.query(memberQuery(communityId, id)).catch(() => {})
}

export const prefetchPoster = (queryClient: QueryClient, communityId: string): void => {
  queryClient.query(posterQuery(communityId)).catch(() => {})
}
