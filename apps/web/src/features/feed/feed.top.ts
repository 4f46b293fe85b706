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

/**
 * The first pages of a list, down to an id, or to its end where that is empty; `downTo` is asked with the first of
 * them.
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

/** Others' posts that a reading of everything has found above what was there. */
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
 * The top of a list, read again every minute, when the reader comes back and when the connection does: down to the
 * first post that is known, or as far as the list goes once it was invalidated. Before it is first read it is null.
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
      // cards show the names of templates: where those have changed, all that is loaded is read again
      const downTo = (first: FeedPage) =>
        isDeep || noteTemplates(client, list.communityId, first) ? (before.pages.at(-1)?.low ?? '') : (shown[0] ?? '')
      const pages = await readTop(list, downTo, signal)
      for (const page of pages) posts.read(postsOf(page))
      const last = pageOfIds(pages, at)
      noteNews(client, list, shown, pages)
      // nothing that is known was reached: between the two there would be a gap
      if (last.low !== '' && shown[0] !== undefined && last.low > shown[0]) {
        client.setQueryData<FeedData>(feedKeys.list(communityId, asked), { pages: [last], pageParams: [firstPage] })
        return null
      }
      return layOver(before, last, last.hasNextPage && pages.length === MOST_PAGES)
    },
    initialData: null,
    // a list that is being read for the first time is as new as it will be
    initialDataUpdatedAt: () =>
      queryClient.getQueryState(feedKeys.list(communityId, asked))?.dataUpdatedAt || undefined,
    staleTime: HALF_A_MINUTE,
    refetchInterval: LIVE_REFRESH_MS,
  })
