import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNow } from '#web/kernel/device/clock.ts'
import { listContentOf, type ListContent, type LoadedList, type ListTop } from './feed.lists.ts'
import { feedQuery, listIdOf, type FeedCriteria } from './feed.queries.ts'
import { topQuery } from './feed.top.ts'
import type { ListId } from './list-id.ts'
import { useFromPosts } from './posts.store.ts'

/** Without a list id, the loaded posts. Renders again as time passes, because pins expire, not when a post changes. */
export const useFeedList = (
  listId: ListId | null,
  data: Pick<LoadedList, 'pages'> | undefined,
  top: ListTop | null,
): ListContent => {
  useNow()
  return useFromPosts(posts => {
    if (data && listId) return listContentOf(listId, { pages: data.pages, top }, posts)
    return { ids: data?.pages.flatMap(({ ids }) => ids.filter(id => posts.get(id))) ?? [], pinned: [] }
  })
}

/** A list of the feed with its refreshed top. Shows the posts of the previous list while another list is loading. */
export const useFeed = (communityId: string, criteria: FeedCriteria) => {
  const queryClient = useQueryClient()
  const feed = useInfiniteQuery(feedQuery(communityId, criteria))
  const isLoaded = feed.isSuccess && !feed.isPlaceholderData
  const top = useQuery({ ...topQuery(communityId, criteria, queryClient), enabled: isLoaded })
  const list = listIdOf(communityId, criteria)
  return {
    feed,
    isLoaded,
    top,
    list,
    ...useFeedList(feed.isPlaceholderData ? null : list, feed.data, top.data ?? null),
  }
}
