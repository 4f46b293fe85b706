import type { QueryClient } from '@tanstack/react-query'
import { feedQuery } from './feed.queries.ts'
import type { FeedSearch } from './feed.search.ts'

/** Starts to load the feed; the screen reports errors. */
export const prefetchFeed = (queryClient: QueryClient, communityId: string, criteria: FeedSearch): void => {
  queryClient.infiniteQuery(feedQuery(communityId, criteria)).catch(() => {})
}
