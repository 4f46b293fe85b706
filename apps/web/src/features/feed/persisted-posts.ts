import type { FeedPost } from '@parvis/contract/feed.ts'
import type { LogicalTime, Posts } from './posts.store.ts'

export interface PersistedPosts {
  posts: FeedPost[]
  /** The persisted lists were loaded before this logical time. */
  moment: LogicalTime
}

/** More than the persisted lists show. */
const MAX_PERSISTED = 200

/**
 * The newest posts as shown, for a start without a network. `earlier`: those persisted at former visits, which
 * persisted lists still refer to.
 */
export const dehydratePosts = (posts: Posts, earlier?: PersistedPosts): PersistedPosts => {
  const shown = [...posts.entities.entries()].flatMap(([, record]) => (record.shown ? [record.shown] : []))
  const before = earlier?.posts.filter(({ _id }) => !posts.entities.get(_id)) ?? []
  return {
    posts: [...shown, ...before].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, MAX_PERSISTED),
    moment: Math.max(posts.now(), earlier?.moment ?? 0),
  }
}

/** Adds persisted posts that are not in the store yet. */
export const hydratePosts = (posts: Posts, persisted: PersistedPosts): void => {
  // Advances the logical clock, so that whatever is loaded from now on is newer than the hydrated lists.
  while (posts.now() < persisted.moment);
  posts.addFetched(persisted.posts.filter(({ _id }) => !posts.entities.get(_id)))
}
