import type { QueryClient } from '@tanstack/react-query'
import type { ThreadKey } from './chat.queries.ts'
import { cachedThreads } from './thread.cache.ts'

/** Finds the conversation with this person under any query key: with id instead of pseudo, or with a post id. */
export const findCachedThread = (queryClient: QueryClient, threadKey: ThreadKey) => {
  if ('group' in threadKey) return undefined
  const cached = cachedThreads(queryClient).find(
    ({ conversation: { user } }) => user?._id === threadKey.who || user?.pseudo === threadKey.who,
  )
  return cached && { data: cached.thread, dataUpdatedAt: queryClient.getQueryState(cached.key)!.dataUpdatedAt }
}
