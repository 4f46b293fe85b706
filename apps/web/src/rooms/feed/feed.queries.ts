import { listEvents } from '@parvis/contract/feed.ts'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import type { FeedSearch } from './feed.search.ts'

export const feedKeys = {
  all: ['feed'] as const,
  lists: () => [...feedKeys.all, 'list'] as const,
  list: (communityId: string, { filter = 'all', search = '' }: FeedSearch) =>
    [...feedKeys.lists(), communityId, filter, search.trim()] as const,
  fresh: (communityId: string, { filter = 'all', search = '' }: FeedSearch) =>
    [...feedKeys.all, 'fresh', communityId, filter, search.trim()] as const,
  posts: () => [...feedKeys.all, 'one'] as const,
  one: (id: string) => [...feedKeys.posts(), id] as const,
  answers: (id: string) => [...feedKeys.all, 'answers', id] as const,
  community: (id: string) => [...feedKeys.all, 'community', id] as const,
}

/** Kept up to date by what the socket tells and by `freshQuery`, which read the top alone: a long list is not fetched whole again. */
export const feedQuery = (communityId: string, { filter = 'all', search = '' }: FeedSearch) =>
  infiniteQueryOptions({
    queryKey: feedKeys.list(communityId, { filter, search }),
    queryFn: ({ pageParam, signal }) =>
      call(listEvents, {
        query: { ...pageParam, filter, ...(search.trim() && { search: search.trim() }) },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
