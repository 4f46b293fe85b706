import type { QueryClient } from '@tanstack/react-query'
import { feedQuery } from './feed.queries.ts'
import type { FeedSearch } from './feed.search.ts'

/** Starts to load the feed; the screen reports errors. */
export const askFeed = (queryClient: QueryClient, communityId: string, asked: FeedSearch): void => {
  queryClient.infiniteQuery(feedQuery(communityId, asked)).catch(() => {})
}
