import type { QueryClient } from '@tanstack/react-query'
import { feedQuery } from './feed.queries.ts'
import type { FeedSearch } from './feed.search.ts'

/** Prefetches the feed; errors are ignored, as the screen fetches again and reports them. */
export const prefetchFeed = (queryClient: QueryClient, communityId: string, criteria: FeedSearch): void => {
  queryClient.infiniteQuery(feedQuery(communityId, criteria)).catch(() => {})
}
