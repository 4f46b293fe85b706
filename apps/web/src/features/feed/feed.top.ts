import type { FeedPage } from '@parvis/contract/feed.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { firstPage, nextPage, type PageAsked } from '#web/kernel/http/pages.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'
import { contentOf, layOver, type Read, type Top } from './feed.lists.ts'
import { addNews } from './feed.news.ts'
import {
  type FeedAsked,
  feedKeys,
  listName,
  pageOfIds,
  readPage,
  type FeedData,
  type ListName,
} from './feed.queries.ts'
import { postsOf } from './feed.sections.ts'
import { noteTemplates } from './feed.templates.ts'
import { isOwn, postsIn } from './posts.store.ts'

/** What was loaded of a list so far; undefined before its first page. */
export const readOf = (queryClient: QueryClient, { communityId, ...asked }: ListName): Read | undefined => {
  const data = queryClient.getQueryData<FeedData>(feedKeys.list(communityId, asked))
  return (
    data && { pages: data.pages, top: queryClient.getQueryData<Top | null>(feedKeys.top(communityId, asked)) ?? null }
  )
}

/** The most pages that a refresh fetches; after a longer absence the list restarts at the top. */
const MOST_PAGES = 10
const HALF_A_MINUTE = 30_000
const LIVE_REFRESH_MS = 60_000

/**
 * The first pages of a list, down to the id that `downTo` returns for the first page, or to the end where that is
 * empty.
 */
const readTop = async (
  list: ListName,
  downTo: (first: FeedPage) => string,
  signal: AbortSignal,
): Promise<FeedPage[]> => {
  const pages: FeedPage[] = []
  let next: PageAsked | undefined = firstPage
  let down = ''
  while (next && pages.length < MOST_PAGES) {
    const page: FeedPage = await readPage(next, list, signal)
    if (pages.length === 0) down = downTo(page)
    pages.push(page)
    next = nextPage(page)
    const lowest = page.docs.at(-1)?._id
    if (down && lowest !== undefined && lowest <= down) break
  }
  return pages
}

/** Counts posts of others that a refresh of the unfiltered list found above the known ones. */
const noteNews = (queryClient: QueryClient, list: ListName, before: readonly string[], found: FeedPage[]) => {
  if (list.filter !== 'all' || list.search || list.author) return
  const newest = before[0] ?? ''
  const posts = postsIn(queryClient)
  const news = found
    .flatMap(({ docs }) => docs)
    .filter(post => post._id > newest && posts.get(post._id) && !isOwn(post) && !posts.onceAbove.has(post._id))
  if (news.length > 0) addNews(...news.map(({ _id }) => _id))
}

/**
 * The top of a list, refetched every minute, on focus and on reconnection: down to the first known post, or as far as
 * the list was loaded once it was invalidated. Null before the first refresh.
 */
export const topQuery = (communityId: string, asked: FeedAsked, queryClient: QueryClient) =>
  queryOptions({
    queryKey: feedKeys.top(communityId, asked),
    ...keptOnDevice,
    queryFn: async ({ signal, client, queryKey }): Promise<Top | null> => {
      const list = listName(communityId, asked)
      const before = readOf(client, list)
      if (!before) return null
      const posts = postsIn(client)
      const { ids: shown } = contentOf(list, before, posts)
      const isDeep = client.getQueryState(queryKey)?.isInvalidated === true
      const at = posts.now()
      // Cards show the names of templates: when those change, all that is loaded is refetched.
      const downTo = (first: FeedPage) =>
        isDeep || noteTemplates(client, list.communityId, first) ? (before.pages.at(-1)?.low ?? '') : (shown[0] ?? '')
      const pages = await readTop(list, downTo, signal)
      for (const page of pages) posts.read(postsOf(page))
      const last = pageOfIds(pages, at)
      noteNews(client, list, shown, pages)
      // No known post was reached, which would leave a gap: the list restarts at the top.
      if (last.low !== '' && shown[0] !== undefined && last.low > shown[0]) {
        client.setQueryData<FeedData>(feedKeys.list(communityId, asked), { pages: [last], pageParams: [firstPage] })
        return null
      }
      return layOver(before, last, last.hasNextPage && pages.length === MOST_PAGES)
    },
    initialData: null,
    // A list that is being loaded for the first time is fresh.
    initialDataUpdatedAt: () =>
      queryClient.getQueryState(feedKeys.list(communityId, asked))?.dataUpdatedAt || undefined,
    staleTime: HALF_A_MINUTE,
    refetchInterval: LIVE_REFRESH_MS,
  })
