import { type FeedPage, listEvents } from '@parvis/contract/feed.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { firstAnswersIn } from '#web/kernel/http/query-client.ts'
import { isOwn } from './feed.changes.ts'
import { markNow, replay } from './feed.live.ts'
import { addNews } from './feed.news.ts'
import { type FeedData, mergeFresh, postsOf, reaches } from './feed.pages.ts'
import { feedKeys } from './feed.queries.ts'
import type { FeedSearch } from './feed.search.ts'

/** Pages read anew at most: whoever was away for longer than that begins again at the top. */
const MOST_PAGES = 10

/** Reads a list anew from the top down to the first post that is known (`deep`: to the last one), and merges it in. */
export const refresh = async (
  queryClient: QueryClient,
  communityId: string,
  asked: FeedSearch,
  signal: AbortSignal,
  deep: boolean,
): Promise<void> => {
  const key = feedKeys.list(communityId, asked)
  const { filter = 'all', search = '' } = asked
  const known = () => queryClient.getQueryData<FeedData>(key)
  const before = known()
  if (!before) return
  const since = markNow(queryClient)
  const posts = postsOf(before)
  const target = (deep ? posts.at(-1) : posts[0])?._id
  const pages: FeedPage[] = []
  let next: ReturnType<typeof nextPage> = firstPage
  while (next && pages.length < MOST_PAGES && (pages.length === 0 || !reaches(pages, target))) {
    const page: FeedPage = await call(listEvents, {
      query: { ...next, filter, ...(search.trim() && { search: search.trim() }) },
      signal,
    })
    pages.push(page)
    next = nextPage(page)
  }
  queryClient.setQueryData<FeedData>(key, data => data && mergeFresh(data, pages))
  replay(queryClient, key, since)
  if (filter !== 'all' || search) return
  const ids = new Set(posts.map(post => post._id))
  const newest = posts[0]?._id ?? ''
  addNews(
    ...postsOf(known() ?? before)
      .filter(post => post._id > newest && !ids.has(post._id) && !isOwn(post))
      .map(post => post._id),
  )
}

/**
 * The live connection stands, for the first time or again: what came before it was told to nobody here. What is on the screen is read
 * anew, what is not when it is opened again.
 */
export const catchUp = async (queryClient: QueryClient): Promise<void> => {
  await firstAnswersIn(queryClient, feedKeys.all)
  void queryClient.invalidateQueries({
    queryKey: feedKeys.lists(),
    refetchType: 'none',
    predicate: query => !query.isActive(),
  })
  await queryClient.invalidateQueries({ queryKey: feedKeys.all, predicate: query => query.queryKey[1] !== 'list' })
}
