import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { layKept } from '#web/kernel/offline/kept-queries.ts'
import { readKept } from '#web/kernel/offline/kept-store.ts'
import { bringPosts, type KeptPosts } from '#web/features/feed/kept-posts.ts'
import { postsIn } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

/** The key of the persisted posts. */
export const POSTS = 'posts'

/** Restores persisted data where the cache has nothing newer. Never restores data of another user. */
export const restoreSeen = async (queryClient: QueryClient): Promise<void> => {
  // After log-out nothing is restored, whatever is left in the store.
  const seen = stored('strategy') === null ? null : await readKept()
  if (!seen) return
  const reader = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
  if (reader === null || (reader && reader._id !== seen.owner)) return
  const posts = seen.others.get(POSTS) as KeptPosts | undefined
  if (posts) bringPosts(postsIn(queryClient), posts)
  layKept(queryClient, seen.answers, hashKey)
}

/** For an app opened without the server: persisted data is all there is, and is marked as such at once. */
export const openSeen = async (queryClient: QueryClient): Promise<void> => {
  // The online manager assumes a network until an event says otherwise.
  onlineManager.setOnline(navigator.onLine)
  await restoreSeen(queryClient)
}
