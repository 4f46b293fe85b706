import { type FeedPage, listEvents } from '@parvis/contract/feed.ts'
import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage, type PageAsked } from '#web/kernel/http/pages.ts'
import { pageOfIds, type IdPage, type ListName } from './feed.pages.ts'
import type { FeedSearch } from './feed.search.ts'
import { postsIn } from './posts.store.ts'

export const feedKeys = {
  all: ['feed'] as const,
  lists: () => [...feedKeys.all, 'list'] as const,
  list: (communityId: string, { filter = 'all', search = '' }: FeedSearch) =>
    [...feedKeys.lists(), communityId, filter, search.trim()] as const,
  tops: () => [...feedKeys.all, 'top'] as const,
  top: (communityId: string, { filter = 'all', search = '' }: FeedSearch) =>
    [...feedKeys.tops(), communityId, filter, search.trim()] as const,
  posts: () => [...feedKeys.all, 'post'] as const,
  post: (id: string) => [...feedKeys.posts(), id] as const,
  answers: (id: string) => [...feedKeys.all, 'answers', id] as const,
  community: (id: string) => [...feedKeys.all, 'community', id] as const,
}

/** The list that a key of it, or of its top, names. */
export const listOf = ([, , communityId = '', filter = '', search = '']: QueryKey): ListName => ({
  communityId: String(communityId),
  filter: String(filter),
  search: String(search),
})

/** A page of posts as the server answers it. */
export const readPage = (
  asked: PageAsked,
  { filter, search }: Omit<ListName, 'communityId'>,
  signal: AbortSignal,
): Promise<FeedPage> => call(listEvents, { query: { ...asked, filter, ...(search && { search }) }, signal })

/** Ids; the posts are in the store. What is told and `topQuery` keep it true: a long list is not fetched whole again. */
export const feedQuery = (communityId: string, asked: FeedSearch) =>
  infiniteQueryOptions({
    queryKey: feedKeys.list(communityId, asked),
    queryFn: async ({ pageParam, signal, client, queryKey }): Promise<IdPage> => {
      const posts = postsIn(client)
      const at = posts.now()
      const page = await readPage(pageParam, listOf(queryKey), signal)
      posts.read(page.docs)
      return pageOfIds(page, at)
    },
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
