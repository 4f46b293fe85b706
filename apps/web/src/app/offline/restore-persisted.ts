import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { hydratePersistedQueries } from '#web/kernel/offline/persisted-queries.ts'
import { readPersisted } from '#web/kernel/offline/persisted-store.ts'
import { hydratePosts, type PersistedPosts } from '#web/features/feed/persisted-posts.ts'
import { postStoreOf } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export const PERSISTED_POSTS_KEY = 'posts'

/** Restores persisted data into the cache, unless it is of another user or the cache contains newer data. */
export const restorePersisted = async (queryClient: QueryClient): Promise<void> => {
  // After log-out nothing is restored, even if data is left in the store.
  const persisted = stored('strategy') === null ? null : await readPersisted()
  if (!persisted) return
  const user = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
  if (user === null || (user && user._id !== persisted.owner)) return
  const posts = persisted.others.get(PERSISTED_POSTS_KEY) as PersistedPosts | undefined
  if (posts) hydratePosts(postStoreOf(queryClient), posts)
  hydratePersistedQueries(queryClient, persisted.answers, hashKey)
}

/** Starts an app that was opened without a connection: restores the persisted data, marked as stale at once. */
export const startOffline = async (queryClient: QueryClient): Promise<void> => {
  // TanStack's online manager assumes a network until an event reports its loss.
  onlineManager.setOnline(navigator.onLine)
  await restorePersisted(queryClient)
}
