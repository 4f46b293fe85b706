import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { hydratePersistedQueries } from '#web/kernel/offline/persisted-queries.ts'
import { readPersisted } from '#web/kernel/offline/persisted-store.ts'
import { hydratePosts, type PersistedPosts } from '#web/features/feed/persisted-posts.ts'
import { postsIn } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export const POSTS = 'posts'

/** Restores persisted data where the cache has nothing newer. Never restores data of another user. */
export const restorePersisted = async (queryClient: QueryClient): Promise<void> => {
  // After log-out nothing is restored, whatever is left in the store.
  const persisted = stored('strategy') === null ? null : await readPersisted()
  if (!persisted) return
  const user = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
  if (user === null || (user && user._id !== persisted.owner)) return
  const posts = persisted.others.get(POSTS) as PersistedPosts | undefined
  if (posts) hydratePosts(postsIn(queryClient), posts)
  hydratePersistedQueries(queryClient, persisted.answers, hashKey)
}

/** For an app opened without the server: persisted data is all there is, and is marked as such at once. */
export const startOffline = async (queryClient: QueryClient): Promise<void> => {
  // The online manager assumes a network until an event says otherwise.
  onlineManager.setOnline(navigator.onLine)
  await restorePersisted(queryClient)
}
