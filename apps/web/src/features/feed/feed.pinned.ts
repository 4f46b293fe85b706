// Pinned posts are shown above the unfiltered list of a community, which omits them.
import type { FeedPage, FeedPost } from '@parvis/contract/feed.ts'
import { serverTime } from '#web/kernel/device/clock.ts'

/** Whether a post is pinned now. A copy loaded before its pin expired still has the date. */
export const isPinned = ({ pinnedUntil }: FeedPost, now = serverTime()): boolean =>
  pinnedUntil === null || (pinnedUntil !== undefined && Date.parse(pinnedUntil) > now)

/** Returns all posts of a page, including the pinned ones. */
export const postsOf = ({ docs, pinned = [] }: FeedPage): FeedPost[] => [...docs, ...pinned]
