import {
  getCase,
  getModerationCounts,
  listCases,
  listOwnDecisions,
  readDecisionsByLink,
  type caseLists,
} from '@parvis/contract/moderation.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'

export type CaseList = (typeof caseLists)[number]

export const moderationKeys = {
  all: ['moderation'] as const,
  lists: () => [...moderationKeys.all, 'lists'] as const,
  cases: () => [...moderationKeys.all, 'case'] as const,
  ownDecisions: () => [...moderationKeys.all, 'mine'] as const,
  counts: () => [...moderationKeys.all, 'counts'] as const,
}

/** Cases of one community, or of all communities (for webmasters) when `communityId` is null. */
export const casesQuery = (communityId: string | null, list: CaseList) =>
  infiniteQueryOptions({
    queryKey: [...moderationKeys.lists(), communityId, list] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listCases, { query: { ...pageParam, list, ...(communityId === null && { everywhere: true }) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

/** A case. It is not refetched on window focus, because the server records each view of a private message. */
export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...moderationKeys.cases(), id] as const,
    queryFn: ({ signal }) => call(getCase, { params: { id }, signal }),
    refetchOnWindowFocus: false,
  })

export const ownDecisionsQuery = () =>
  queryOptions({
    queryKey: moderationKeys.ownDecisions(),
    queryFn: ({ signal }) => call(listOwnDecisions, { signal }),
  })

export const moderationCountsQuery = (communityId: string) =>
  queryOptions({
    queryKey: [...moderationKeys.counts(), communityId] as const,
    queryFn: ({ signal }) => call(getModerationCounts, { signal }),
  })

/** Decisions about a member without a session, read with the token of a mailed link; the linked decision is first. */
export const linkedDecisionsQuery = (token: string) =>
  queryOptions({
    queryKey: [...moderationKeys.all, 'link', token] as const,
    queryFn: ({ signal }) => call(readDecisionsByLink, { body: { token }, signal }),
    gcTime: 0,
  })
