import { gatheringGroups } from '@parvis/contract/feed-filter.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'

/** Whether the people who answer a post get a group chat. */
export const hasGroup = ({ groupId }: Pick<LiveEvent, 'groupId'>): boolean =>
  (gatheringGroups as readonly string[]).includes(groupId)
