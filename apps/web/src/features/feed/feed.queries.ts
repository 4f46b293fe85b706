import { type FeedPage, listEvents } from '@parvis/contract/feed.ts'
import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  partialMatchKey,
  type QueryKey,
} from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage, type PageAsked } from '#web/kernel/http/pages.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'
import type { FeedSearch } from './feed.search.ts'
import { bySection, postsOf, type BySection } from './feed.sections.ts'
import { postsIn, type Moment } from './posts.store.ts'

export interface ListName {
  communityId: string
  filter: string
  search: string
  /** The member whose posts these are, in the list of one member. */
  author?: string | undefined
}

/** The criteria of a list: from the address of the feed, or the posts of one member. */
export interface FeedAsked extends FeedSearch {
  author?: string | undefined
}

/** Normalized: equal criteria have the same id. */
export const listName = (communityId: string, { filter = 'all', search = '', author }: FeedAsked): ListName => ({
  communityId,
  filter,
  search: search.trim(),
  ...(author && { author }),
})

export const feedKeys = {
  all: ['feed'] as const,
  lists: () => [...feedKeys.all, 'list'] as const,
  list: (communityId: string, asked: FeedAsked) => [...feedKeys.lists(), listName(communityId, asked)] as const,
  tops: () => [...feedKeys.all, 'top'] as const,
  top: (communityId: string, asked: FeedAsked) => [...feedKeys.tops(), listName(communityId, asked)] as const,
  posts: () => [...feedKeys.all, 'post'] as const,
  post: (id: string) => [...feedKeys.posts(), id] as const,
  allAnswers: () => [...feedKeys.all, 'answers'] as const,
  answers: (id: string) => [...feedKeys.allAnswers(), id] as const,
  community: (id: string) => [...feedKeys.all, 'community', id] as const,
}

/** A part of a list as it was loaded, newest first. */
export interface ReadPart {
  ids: readonly string[]
  /** The lowest id of the part, included; empty at the end of the list. */
  low: string
  /** When its fetch began. */
  at: Moment
  /** The posts above the list, if its first page was loaded. */
  above?: BySection<readonly string[] | undefined>
}

export interface IdPage extends ReadPart, Pick<FeedPage, 'hasNextPage' | 'nextPage' | 'cursor'> {}

/** A list in the query cache. */
export type FeedData = InfiniteData<IdPage, PageAsked>

const idOf = ({ _id }: { _id: string }) => _id

/** Merges consecutive pages into one. */
export const pageOfIds = (pages: readonly FeedPage[], at: Moment): IdPage => {
  const { docs, hasNextPage, nextPage, cursor } = pages.at(-1)!
  return {
    ids: pages.flatMap(page => page.docs.map(idOf)),
    low: hasNextPage ? (docs.at(-1)?._id ?? '') : '',
    at,
    hasNextPage,
    nextPage,
    cursor,
    above: bySection(({ inPage }) => inPage(pages[0]!)?.map(idOf)),
  }
}

/** The list of a query key, or of the key of its top; null for other keys. */
export const listOf = (key: QueryKey): ListName | null =>
  partialMatchKey(key, feedKeys.lists()) || partialMatchKey(key, feedKeys.tops()) ? (key.at(-1) as ListName) : null

/** A page of posts from the server. */
export const readPage = (
  asked: PageAsked,
  { filter, search, author }: Omit<ListName, 'communityId'>,
  signal: AbortSignal,
): Promise<FeedPage> =>
  call(listEvents, {
    query: { ...asked, filter, ...(search && { search }), ...(author && { userId: author }) },
    signal,
  })

/**
 * Holds only ids; the posts are in the store. Live events and `topQuery` keep it current, since refetching a long list
 * whole is too expensive.
 */
export const feedQuery = (communityId: string, asked: FeedAsked) =>
  infiniteQueryOptions({
    queryKey: feedKeys.list(communityId, asked),
    ...keptOnDevice,
    queryFn: async ({ pageParam, signal, client }): Promise<IdPage> => {
      const posts = postsIn(client)
      const at = posts.now()
      const page = await readPage(pageParam, listName(communityId, asked), signal)
      posts.read(postsOf(page))
      return pageOfIds([page], at)
    },
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
