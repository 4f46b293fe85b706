import type { FeedPost } from '@parvis/contract/feed.ts'
import type { LogicalTime, PostStore } from './posts.store.ts'

export interface PersistedPosts {
  posts: FeedPost[]
  /** Logical time at which the posts were persisted; no persisted list was loaded later. */
  moment: LogicalTime
}

/** Maximum number of persisted posts; more than the persisted lists contain. */
const MAX_PERSISTED = 200

/** The newest posts as shown; `earlier`: posts of former visits, to which persisted lists still refer. */
export const dehydratePosts = (posts: PostStore, earlier?: PersistedPosts): PersistedPosts => {
  const shown = [...posts.entities.entries()].flatMap(([, record]) => (record.shown ? [record.shown] : []))
  const before = earlier?.posts.filter(({ _id }) => !posts.entities.get(_id)) ?? []
  return {
    posts: [...shown, ...before].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, MAX_PERSISTED),
    moment: Math.max(posts.now(), earlier?.moment ?? 0),
  }
}

/** Adds persisted posts to the store unless it already has them. */
export const hydratePosts = (posts: PostStore, persisted: PersistedPosts): void => {
  // Advances the logical clock, so that anything loaded from now on is newer than the hydrated lists.
  while (posts.now() < persisted.moment);
  posts.addFetched(persisted.posts.filter(({ _id }) => !posts.entities.get(_id)))
}
