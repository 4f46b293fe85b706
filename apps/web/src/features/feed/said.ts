import type { LiveEvent } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'

export type Answered = Pick<LiveEvent, 'groupId' | 'interestedCount'> & {
  user: Pick<LiveEvent['user'], 'gender' | 'role'>
}

export type Said = 'useful' | LiveEvent['groupId'] | `past.${LiveEvent['groupId']}`

/** What an answer to this post means, by its group. A "like" of a team post means that it is useful. */
export const saidOf = ({ groupId, user }: Pick<Answered, 'groupId' | 'user'>, past: boolean): Said => {
  if (groupId === 'like' && isStaff(user.role)) return 'useful'
  return past ? `past.${groupId}` : groupId
}
