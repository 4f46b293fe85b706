import { groupsWithChat } from '@parvis/contract/feed-filter.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'

/** Whether a post has a group conversation of the people who answered. */
export const hasGroup = ({ groupId }: Pick<FeedPost, 'groupId'>): boolean =>
  (groupsWithChat as readonly string[]).includes(groupId)
