import { type FeedPage, listEvents } from '@parvis/contract/feed.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  partialMatchKey,
  type QueryKey,
} from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage, type PageRequest } from '#web/kernel/http/pages.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import type { FeedSearch } from './feed.search.ts'
import { postsOf } from './feed.pinned.ts'
import { postStoreOf, type LogicalTime } from './posts.store.ts'
import type { ListId } from './list-id.ts'

/** Criteria of a list: the search params of the feed, or the author of the posts. */
export interface FeedCriteria extends FeedSearch {
  author?: string | undefined
}

/** Returns a normalized list id: equivalent criteria have the same id. */
export const listIdOf = (communityId: string, { filter = 'all', search = '', author }: FeedCriteria): ListId => ({
  communityId,
  filter,
  search: search.trim(),
  ...(author && { author }),
})

export const feedKeys = {
  all: ['feed'] as const,
  lists: () => [...feedKeys.all, 'list'] as const,
  list: (communityId: string, criteria: FeedCriteria) =>
    [...feedKeys.lists(), listIdOf(communityId, criteria)] as const,
  tops: () => [...feedKeys.all, 'top'] as const,
  top: (communityId: string, criteria: FeedCriteria) => [...feedKeys.tops(), listIdOf(communityId, criteria)] as const,
  posts: () => [...feedKeys.all, 'post'] as const,
  post: (id: string) => [...feedKeys.posts(), id] as const,
  allAnswers: () => [...feedKeys.all, 'answers'] as const,
  answers: (id: string) => [...feedKeys.allAnswers(), id] as const,
  community: (id: string) => [...feedKeys.all, 'community', id] as const,
}

/** A fetched range of a list, newest first. */
export interface ListPart {
  ids: readonly string[]
  /** The lowest id of the range, included; empty at the end of the list. */
  low: string
  /** Logical time at which the fetch began. */
  at: LogicalTime
  /** Ids of the posts above the list; undefined if the first page was not fetched. */
  above?: { pinned: readonly string[] | undefined }
}

export interface IdPage extends ListPart, Pick<FeedPage, 'hasNextPage' | 'nextPage' | 'cursor'> {}

export type FeedData = InfiniteData<IdPage, PageRequest>

const idOf = ({ _id }: { _id: string }) => _id

/** Merges consecutive pages of posts into one page of ids. */
export const pageOfIds = (pages: readonly FeedPage[], at: LogicalTime): IdPage => {
  const { docs, hasNextPage, nextPage, cursor } = pages.at(-1)!
  return {
    ids: pages.flatMap(page => page.docs.map(idOf)),
    low: hasNextPage ? (docs.at(-1)?._id ?? '') : '',
    at,
    hasNextPage,
    nextPage,
    cursor,
    above: { pinned: pages[0]!.pinned?.map(idOf) },
  }
}

/** Returns the list id in the query key of a list or of its top; null for other keys. */
export const parseListKey = (key: QueryKey): ListId | null =>
  partialMatchKey(key, feedKeys.lists()) || partialMatchKey(key, feedKeys.tops()) ? (key.at(-1) as ListId) : null

export const fetchFeedPage = (
  pageRequest: PageRequest,
  { filter, search, author }: Omit<ListId, 'communityId'>,
  signal: AbortSignal,
): Promise<FeedPage> =>
  call(listEvents, {
    query: { ...pageRequest, filter, ...(search && { search }), ...(author && { userId: author }) },
    signal,
  })

/** Pages hold only ids of the post store. Live events and `topQuery` update them: a full refetch is too expensive. */
export const feedQuery = (communityId: string, criteria: FeedCriteria) =>
  infiniteQueryOptions({
    queryKey: feedKeys.list(communityId, criteria),
    ...persisted,
    queryFn: async ({ pageParam, signal, client }): Promise<IdPage> => {
      const posts = postStoreOf(client)
      const at = posts.now()
      const page = await fetchFeedPage(pageParam, listIdOf(communityId, criteria), signal)
      posts.addFetched(postsOf(page))
      return pageOfIds([page], at)
    },
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
