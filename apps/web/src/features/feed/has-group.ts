import { groupsWithChat } from '@parvis/contract/feed-filter.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'

/** Whether the people who answer a post get a group conversation. */
export const hasGroup = ({ groupId }: Pick<FeedPost, 'groupId'>): boolean =>
  (groupsWithChat as readonly string[]).includes(groupId)
