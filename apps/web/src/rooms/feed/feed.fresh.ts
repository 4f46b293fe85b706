import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { feedKeys } from './feed.queries.ts'
import type { FeedSearch } from './feed.search.ts'

/** The feed is fetched again this often. */
const LIVE_REFRESH_MS = 60_000

const HALF_A_MINUTE = 30_000

/** Keeps the top of a list true: every minute, when the reader comes back, when the connection does. Its error is the list's own. */
export const freshQuery = (communityId: string, asked: FeedSearch, queryClient: QueryClient) =>
  queryOptions({
    queryKey: feedKeys.fresh(communityId, asked),
    queryFn: async ({ signal }) => {
      // told to be old, not just grown old: something may have been missed further down too
      const deep = queryClient.getQueryState(feedKeys.fresh(communityId, asked))?.isInvalidated === true
      const { refresh } = await import('./feed.refresh.ts')
      await refresh(queryClient, communityId, asked, signal, deep)
      return true
    },
    initialData: true,
    initialDataUpdatedAt: () => queryClient.getQueryState(feedKeys.list(communityId, asked))?.dataUpdatedAt,
    staleTime: HALF_A_MINUTE,
    refetchInterval: LIVE_REFRESH_MS,
  })
