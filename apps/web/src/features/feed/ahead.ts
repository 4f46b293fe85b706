import type { QueryClient } from '@tanstack/react-query'
import { feedQuery } from './feed.queries.ts'
import type { FeedSearch } from './feed.search.ts'

/** Begins to read what the feed shows; what fails is told on the screen. */
export const askFeed = (queryClient: QueryClient, communityId: string, asked: FeedSearch): void => {
  queryClient.infiniteQuery(feedQuery(communityId, asked)).catch(() => {})
}
