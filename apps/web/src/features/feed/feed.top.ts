import type { FeedPage } from '@parvis/contract/feed.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { firstPage, nextPage, type PageRequest } from '#web/kernel/http/pages.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { listContentOf, mergeTop, type LoadedList, type ListTop } from './feed.lists.ts'
import { addNewPosts } from './feed.new-posts.ts'
import { type FeedCriteria, feedKeys, listIdOf, pageOfIds, fetchFeedPage, type FeedData } from './feed.queries.ts'
import { postsOf } from './feed.pinned.ts'
import { trackTemplates } from './feed.templates.ts'
import { isOwn, postStoreOf } from './posts.store.ts'
import { isUnfiltered, type ListId } from './list-id.ts'

/** Returns the loaded parts of a list; undefined before the first page is loaded. */
export const loadedListOf = (
  queryClient: QueryClient,
  { communityId, ...criteria }: ListId,
): LoadedList | undefined => {
  const data = queryClient.getQueryData<FeedData>(feedKeys.list(communityId, criteria))
  return (
    data && {
      pages: data.pages,
      top: queryClient.getQueryData<ListTop | null>(feedKeys.top(communityId, criteria)) ?? null,
    }
  )
}

/** Maximum number of pages of a refresh; after a longer absence the list restarts at the top. */
const MAX_PAGES = 10
const STALE_MS = 30_000
const REFRESH_MS = 60_000

/** Fetches pages down to the id that `downTo` returns for the first page; an empty id means the end. */
const fetchTop = async (
  list: ListId,
  downTo: (first: FeedPage) => string,
  signal: AbortSignal,
): Promise<FeedPage[]> => {
  const pages: FeedPage[] = []
  let next: PageRequest | undefined = firstPage
  let lowestWanted = ''
  while (next && pages.length < MAX_PAGES) {
    const page: FeedPage = await fetchFeedPage(next, list, signal)
    if (pages.length === 0) lowestWanted = downTo(page)
    pages.push(page)
    next = nextPage(page)
    const lowest = page.docs.at(-1)?._id
    if (lowestWanted && lowest !== undefined && lowest <= lowestWanted) break
  }
  return pages
}

/** Counts posts of others that a refresh of the unfiltered list found above the known posts. */
const recordNewPosts = (queryClient: QueryClient, list: ListId, before: readonly string[], found: FeedPage[]) => {
  if (!isUnfiltered(list)) return
  const newest = before[0] ?? ''
  const posts = postStoreOf(queryClient)
  const newPosts = found
    .flatMap(({ docs }) => docs)
    .filter(post => post._id > newest && posts.get(post._id) && !isOwn(post) && !posts.everPinned.has(post._id))
  addNewPosts(...newPosts.map(({ _id }) => _id))
}

/**
 * The top of a list, refetched every minute, on focus and on reconnection: down to the first known post, or the whole
 * loaded range if the list was invalidated. Null before the first refresh.
 */
export const topQuery = (communityId: string, criteria: FeedCriteria, queryClient: QueryClient) =>
  queryOptions({
    queryKey: feedKeys.top(communityId, criteria),
    ...persisted,
    queryFn: async ({ signal, client, queryKey }): Promise<ListTop | null> => {
      const list = listIdOf(communityId, criteria)
      const before = loadedListOf(client, list)
      if (!before) return null
      const posts = postStoreOf(client)
      const { ids: shownIds } = listContentOf(list, before, posts)
      const isFullRefresh = client.getQueryState(queryKey)?.isInvalidated === true
      const at = posts.now()
      // Cards show the names of templates, so a change of templates refetches the whole loaded range.
      const downTo = (first: FeedPage) =>
        isFullRefresh || trackTemplates(list.communityId, first)
          ? (before.pages.at(-1)?.low ?? '')
          : (shownIds[0] ?? '')
      const pages = await fetchTop(list, downTo, signal)
      for (const page of pages) posts.addFetched(postsOf(page))
      const last = pageOfIds(pages, at)
      recordNewPosts(client, list, shownIds, pages)
      // If the refresh reached no known post, a gap would remain, so the list restarts at the top.
      if (last.low !== '' && shownIds[0] !== undefined && last.low > shownIds[0]) {
        client.setQueryData<FeedData>(feedKeys.list(communityId, criteria), { pages: [last], pageParams: [firstPage] })
        return null
      }
      return mergeTop(before, last, last.hasNextPage && pages.length === MAX_PAGES)
    },
    initialData: null,
    // A list loaded for the first time is fresh, so its top is not refetched at once.
    initialDataUpdatedAt: () =>
      queryClient.getQueryState(feedKeys.list(communityId, criteria))?.dataUpdatedAt || undefined,
    staleTime: STALE_MS,
    refetchInterval: REFRESH_MS,
  })
