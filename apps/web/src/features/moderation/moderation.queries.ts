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
  mine: () => [...moderationKeys.all, 'mine'] as const,
  counts: () => [...moderationKeys.all, 'counts'] as const,
}

/** Of one community, or for a webmaster of all: where none is named. */
export const casesQuery = (communityId: string | null, list: CaseList) =>
  infiniteQueryOptions({
    queryKey: [...moderationKeys.lists(), communityId, list] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listCases, { query: { ...pageParam, list, ...(communityId === null && { everywhere: true }) }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })

/** Asked once for each time that it is opened: that somebody looks at a private message is noted. */
export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...moderationKeys.cases(), id] as const,
    queryFn: ({ signal }) => call(getCase, { params: { id }, signal }),
    refetchOnWindowFocus: false,
  })

export const ownDecisionsQuery = () =>
  queryOptions({
    queryKey: moderationKeys.mine(),
    queryFn: ({ signal }) => call(listOwnDecisions, { signal }),
  })

export const countsQuery = (communityId: string) =>
  queryOptions({
    queryKey: [...moderationKeys.counts(), communityId] as const,
    queryFn: ({ signal }) => call(getModerationCounts, { signal }),
  })

/** Of who has no session: the link in the mail says which decision; it comes first. */
export const linkedDecisionsQuery = (token: string) =>
  queryOptions({
    queryKey: [...moderationKeys.all, 'link', token] as const,
    queryFn: ({ signal }) => call(readDecisionsByLink, { body: { token }, signal }),
    gcTime: 0,
  })
