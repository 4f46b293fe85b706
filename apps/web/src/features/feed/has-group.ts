import { gatheringGroups } from '@parvis/contract/feed-filter.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'

/** Whether its answers bring people together in a group. */
export const hasGroup = ({ groupId }: Pick<LiveEvent, 'groupId'>): boolean =>
  (gatheringGroups as readonly string[]).includes(groupId)
