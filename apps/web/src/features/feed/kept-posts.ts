import type { LiveEvent } from '@parvis/contract/feed.ts'
import type { Moment, Posts } from './posts.store.ts'

export interface KeptPosts {
  posts: LiveEvent[]
  /** The lists that were kept with them were read before. */
  moment: Moment
}

/** The lists that are kept show fewer. */
const MOST_KEPT = 200

/**
 * The newest posts as they are shown, to be found again when the app is opened without a network. `older` are those that
 * were kept at earlier visits: the lists of those days still name them.
 */
export const keepPosts = (posts: Posts, older?: KeptPosts): KeptPosts => {
  const shown = [...posts.entities.entries()].flatMap(([, record]) => (record.shown ? [record.shown] : []))
  const before = older?.posts.filter(({ _id }) => !posts.entities.get(_id)) ?? []
  return {
    posts: [...shown, ...before].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, MOST_KEPT),
    moment: Math.max(posts.now(), older?.moment ?? 0),
  }
}

/** What was kept, under what is known better. */
export const bringPosts = (posts: Posts, kept: KeptPosts): void => {
  // whatever is read from now on is newer than the lists that are brought
  while (posts.now() < kept.moment);
  posts.read(kept.posts.filter(({ _id }) => !posts.entities.get(_id)))
}
