import { listEvents, type FeedPage } from '@parvis/contract/feed.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#web/kernel/api.ts'
import type { FeedSearch } from './feed.search.ts'

interface PageAsked {
  page: number
  cursor?: string
}

export const feedKeys = {
  all: ['feed'] as const,
  list: (communityId: string, { filter = 'all', search = '' }: FeedSearch) => [...feedKeys.all, communityId, filter, search.trim()] as const,
}

/** The server finds the next page by the cursor of the last one, so that what arrives meanwhile doubles nothing. */
export const nextPage = (last: FeedPage): PageAsked | undefined =>
  last.hasNextPage && last.nextPage ? { page: last.nextPage, ...(last.cursor && { cursor: last.cursor }) } : undefined

export const feedQuery = (communityId: string, { filter = 'all', search = '' }: FeedSearch) => infiniteQueryOptions({
  queryKey: feedKeys.list(communityId, { filter, search }),
  queryFn: ({ pageParam, signal }) => call(listEvents, {
    query: { ...pageParam, filter, ...(search.trim() && { search: search.trim() }) },
    signal,
  }),
  initialPageParam: { page: 1 } as PageAsked,
  getNextPageParam: nextPage,
  placeholderData: keepPreviousData,
})
