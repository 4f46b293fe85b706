import type { QueryClient } from '@tanstack/react-query'
import { deskQuery, invitationsQuery, memberQuery, membersQuery, posterQuery } from './admin.queries.ts'

/** Begins to read what the desk shows; what fails is told on the screen. */
export const askDesk = (queryClient: QueryClient, communityId: string, search: string): void => {
  queryClient.query(deskQuery(communityId)).catch(() => {})
  queryClient.infiniteQuery(invitationsQuery(communityId)).catch(() => {})
  queryClient.infiniteQuery(membersQuery(communityId, search)).catch(() => {})
}

/** The same for one member. */
export const askMember = (queryClient: QueryClient, communityId: string, id: string): void => {
  queryClient.query(deskQuery(communityId)).catch(() => {})
  queryClient.query(memberQuery(communityId, id)).catch(() => {})
}

export const askPoster = (queryClient: QueryClient, communityId: string): void => {
  queryClient.query(posterQuery(communityId)).catch(() => {})
}
