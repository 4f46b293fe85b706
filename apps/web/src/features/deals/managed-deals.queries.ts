import { getDeal } from '@parvis/contract/deals.ts'
import { listDealTemplates } from '@parvis/contract/templates.ts'
import { listManagedDeals } from '@parvis/contract/write-deals.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { dealsKeys } from './deals.queries.ts'

export const managedDealsKeys = {
  all: [...dealsKeys.all, 'kept'] as const,
  list: (communityId: string) => [...managedDealsKeys.all, communityId, 'list'] as const,
  pending: (communityId: string) => [...managedDealsKeys.all, communityId, 'waiting'] as const,
  detail: (communityId: string, id: string) => [...managedDealsKeys.all, communityId, 'one', id] as const,
  templates: (communityId: string) => [...managedDealsKeys.all, communityId, 'templates'] as const,
}

const MINUTE_MS = 60_000

/** Deals that the viewer manages, in any state, including pending and ended deals. */
export const managedDealsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: managedDealsKeys.list(communityId),
    queryFn: ({ pageParam, signal }) => call(listManagedDeals, { query: pageParam, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    // The statistics of a deal change without live events, so they are polled.
    refetchInterval: MINUTE_MS,
  })

/** Deals that await approval by the team. */
export const pendingDealsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: managedDealsKeys.pending(communityId),
    queryFn: ({ pageParam, signal }) => call(listManagedDeals, { query: { ...pageParam, waiting: true }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    // Polls, so that new pending deals appear without a reload.
    refetchInterval: MINUTE_MS,
  })

/** Fetches the current version of the edited deal. */
export const editedDealQuery = (communityId: string, id: string) =>
  queryOptions({
    queryKey: managedDealsKeys.detail(communityId, id),
    queryFn: ({ signal }) => call(getDeal, { query: { id }, signal }),
    staleTime: MINUTE_MS,
  })

/** Activity templates that a deal can offer. */
export const dealTemplatesQuery = (communityId: string) =>
  queryOptions({
    queryKey: managedDealsKeys.templates(communityId),
    queryFn: ({ signal }) => call(listDealTemplates, { signal }),
    staleTime: MINUTE_MS,
  })
