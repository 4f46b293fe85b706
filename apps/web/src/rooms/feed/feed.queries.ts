import { type FeedPage, listEvents } from '@parvis/contract/feed.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage, type PageAsked } from '#web/kernel/http/pages.ts'
import {
  idsOf,
  layOver,
  pageOfIds,
  type FeedData,
  type IdPage,
  type ListName,
  type Read,
  type Top,
} from './feed.lists.ts'
import { addNews } from './feed.news.ts'
import type { FeedSearch } from './feed.search.ts'
import { isOwn, postsIn } from './posts.store.ts'

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

const readPage = (
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

/** What was read of a list so far; undefined before its first page is there. */
export const readOf = (queryClient: QueryClient, { communityId, ...asked }: ListName): Read | undefined => {
  const data = queryClient.getQueryData<FeedData>(feedKeys.list(communityId, asked))
  return (
    data && { pages: data.pages, top: queryClient.getQueryData<Top | null>(feedKeys.top(communityId, asked)) ?? null }
  )
}

/** Pages read anew at most: whoever was away for longer than that begins again at the top. */
const MOST_PAGES = 10
const HALF_A_MINUTE = 30_000
/** The feed is fetched again this often. */
const LIVE_REFRESH_MS = 60_000

/** The first pages of a list, down to an id, or to its end where that is empty. */
const readTop = async (list: ListName, down: string, signal: AbortSignal): Promise<FeedPage[]> => {
  const pages: FeedPage[] = []
  let next: PageAsked | undefined = firstPage
  while (next && pages.length < MOST_PAGES) {
    const page: FeedPage = await readPage(next, list, signal)
    pages.push(page)
    next = nextPage(page)
    const lowest = page.docs.at(-1)?._id
    if (down && lowest !== undefined && lowest <= down) break
  }
  return pages
}

/** Others' posts that a reading of everything has found above what was there. */
const noteNews = (queryClient: QueryClient, list: ListName, before: readonly string[], found: FeedPage[]) => {
  if (list.filter !== 'all' || list.search) return
  const newest = before[0] ?? ''
  const posts = postsIn(queryClient)
  const news = found
    .flatMap(({ docs }) => docs)
    .filter(post => post._id > newest && posts.get(post._id) && !isOwn(post))
  if (news.length > 0) addNews(...news.map(({ _id }) => _id))
}

/**
 * The top of a list, read again every minute, when the reader comes back and when the connection does: down to the first post that is
 * known, or as far as the list goes once it was invalidated. Before it is first read it is null.
 */
export const topQuery = (communityId: string, asked: FeedSearch, queryClient: QueryClient) =>
  queryOptions({
    queryKey: feedKeys.top(communityId, asked),
    queryFn: async ({ signal, client, queryKey }): Promise<Top | null> => {
      const list = listOf(queryKey)
      const before = readOf(client, list)
      if (!before) return null
      const posts = postsIn(client)
      const shown = idsOf(list, before, posts)
      const isDeep = client.getQueryState(queryKey)?.isInvalidated === true
      const end = before.pages.at(-1)?.low ?? ''
      const down = isDeep ? end : (shown[0] ?? '')
      const at = posts.now()
      const pages = await readTop(list, down, signal)
      for (const { docs } of pages) posts.read(docs)
      const last = pageOfIds(pages.at(-1)!, at)
      const ids = pages.flatMap(({ docs }) => docs.map(({ _id }) => _id))
      noteNews(client, list, shown, pages)
      // nothing that is known was reached: between the two there would be a gap
      if (last.low !== '' && shown[0] !== undefined && last.low > shown[0]) {
        const only = { ...last, ids }
        client.setQueryData<FeedData>(feedKeys.list(communityId, asked), { pages: [only], pageParams: [firstPage] })
        return null
      }
      // what is further down comes with its own page
      const low = last.low > end ? last.low : end
      const part = { ids: ids.filter(id => id >= low), low, at }
      return layOver(before.top, part, last.hasNextPage && pages.length === MOST_PAGES)
    },
    initialData: null,
    initialDataUpdatedAt: () => queryClient.getQueryState(feedKeys.list(communityId, asked))?.dataUpdatedAt,
    staleTime: HALF_A_MINUTE,
    refetchInterval: LIVE_REFRESH_MS,
  })
