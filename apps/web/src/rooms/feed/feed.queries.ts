import { listEvents } from '@parvis/contract/feed.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#web/kernel/api.ts'
import { firstPage, nextPage } from '#web/kernel/pages.ts'
import type { FeedSearch } from './feed.search.ts'

export const feedKeys = {
  all: ['feed'] as const,
  list: (communityId: string, { filter = 'all', search = '' }: FeedSearch) => [...feedKeys.all, communityId, filter, search.trim()] as const,
}

export const feedQuery = (communityId: string, { filter = 'all', search = '' }: FeedSearch) => infiniteQueryOptions({
  queryKey: feedKeys.list(communityId, { filter, search }),
  queryFn: ({ pageParam, signal }) => call(listEvents, {
    query: { ...pageParam, filter, ...(search.trim() && { search: search.trim() }) },
    signal,
  }),
  initialPageParam: firstPage,
  getNextPageParam: nextPage,
  placeholderData: keepPreviousData,
})
