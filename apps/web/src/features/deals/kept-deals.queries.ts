import { getDeal } from '@parvis/contract/deals.ts'
import { listDealTemplates } from '@parvis/contract/templates.ts'
import { listKeptDeals } from '@parvis/contract/write-deals.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { dealsKeys } from './deals.queries.ts'

export const keptDealsKeys = {
  all: [...dealsKeys.all, 'kept'] as const,
  list: (communityId: string) => [...keptDealsKeys.all, communityId, 'list'] as const,
  waiting: (communityId: string) => [...keptDealsKeys.all, communityId, 'waiting'] as const,
  one: (communityId: string, id: string) => [...keptDealsKeys.all, communityId, 'one', id] as const,
  templates: (communityId: string) => [...keptDealsKeys.all, communityId, 'templates'] as const,
}

const MINUTE_MS = 60_000

/** The deals that their reader keeps, whatever their state. */
export const keptDealsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: keptDealsKeys.list(communityId),
    queryFn: ({ pageParam, signal }) => call(listKeptDeals, { query: pageParam, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    // their figures grow without a word
    refetchInterval: MINUTE_MS,
  })

/** Those that wait for a yes of who runs the community. */
export const waitingDealsQuery = (communityId: string) =>
  infiniteQueryOptions({
    queryKey: keptDealsKeys.waiting(communityId),
    queryFn: ({ pageParam, signal }) => call(listKeptDeals, { query: { ...pageParam, waiting: true }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    // whoever sits at the desk sees what comes
    refetchInterval: MINUTE_MS,
  })

/** The deal that is being changed, as it stands now. */
export const editedDealQuery = (communityId: string, id: string) =>
  queryOptions({
    queryKey: keptDealsKeys.one(communityId, id),
    queryFn: ({ signal }) => call(getDeal, { query: { id }, signal }),
    staleTime: MINUTE_MS,
  })

/** What a deal can invite to. */
export const dealTemplatesQuery = (communityId: string) =>
  queryOptions({
    queryKey: keptDealsKeys.templates(communityId),
    queryFn: ({ signal }) => call(listDealTemplates, { signal }),
    staleTime: MINUTE_MS,
  })
