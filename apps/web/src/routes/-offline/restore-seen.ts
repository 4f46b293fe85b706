import { hashKey, onlineManager, type QueryClient } from '@tanstack/react-query'
import { stored } from '#web/kernel/device/stored.ts'
import { layKept } from '#web/kernel/offline/kept-queries.ts'
import { readKept } from '#web/kernel/offline/kept-store.ts'
import { bringPosts, type KeptPosts } from '#web/features/feed/kept-posts.ts'
import { postsIn } from '#web/features/feed/posts.store.ts'
import { sessionKeys } from '#web/features/session/session.queries.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

/** Under what name the posts of the lists are kept. */
export const POSTS = 'posts'

/** Brings back what was last seen on this device, where nothing newer is known. Nothing of anybody but who is here. */
export const restoreSeen = async (queryClient: QueryClient): Promise<void> => {
  // who has signed out is nobody here, whatever was left
  const seen = stored('strategy') === null ? null : await readKept()
  if (!seen) return
  const reader = queryClient.getQueryData<SessionUser | null>(sessionKeys.current)
  if (reader === null || (reader && reader._id !== seen.owner)) return
  const posts = seen.others.get(POSTS) as KeptPosts | undefined
  if (posts) bringPosts(postsIn(queryClient), posts)
  layKept(queryClient, seen.answers, hashKey)
}

/** For an app that was opened without the server: what was last seen is all there is, and is marked so at once. */
export const openSeen = async (queryClient: QueryClient): Promise<void> => {
  // it would believe in a network until it is told that one went
  onlineManager.setOnline(navigator.onLine)
  await restoreSeen(queryClient)
}
