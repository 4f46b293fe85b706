import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Moment, Posts } from './posts.store.ts'

export interface KeptPosts {
  posts: LiveEvent[]
  /** The persisted lists were loaded before this logical time. */
  moment: Moment
}

/** More than the persisted lists show. */
const MOST_KEPT = 200

/**
 * The newest posts as shown, for a start without a network. `earlier`: those persisted at former visits, which
 * persisted lists still refer to.
 */
export const keepPosts = (posts: Posts, older?: KeptPosts): KeptPosts => {
  const shown = [...posts.entities.entries()].flatMap(([, record]) => (record.shown ? [record.shown] : []))
  const before = older?.posts.filter(({ _id }) => !posts.entities.get(_id)) ?? []
  return {
    posts: [...shown, ...before].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, MOST_KEPT),
    moment: Math.max(posts.now(), older?.moment ?? 0),
  }
}

/** Adds persisted posts that are not in the store yet. */
export const bringPosts = (posts: Posts, kept: KeptPosts): void => {
  // Advances the logical clock, so that whatever is loaded from now on is newer than the hydrated lists.
  while (posts.now() < kept.moment);
  posts.read(kept.posts.filter(({ _id }) => !posts.entities.get(_id)))
}
