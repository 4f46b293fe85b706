import type { FeedPost } from '@parvis/contract/feed.ts'
import { isStaff } from '@parvis/contract/roles.ts'

export type AnsweredPost = Pick<FeedPost, 'groupId' | 'interestedCount'> & {
  user: Pick<FeedPost['user'], 'gender' | 'role'>
}

export type AnswerMeaning = 'useful' | FeedPost['groupId'] | `past.${FeedPost['groupId']}`

/** Returns what an answer to a post of this group means. For a post of the team, "like" means useful. */
export const answerMeaningOf = (
  { groupId, user }: Pick<AnsweredPost, 'groupId' | 'user'>,
  isPast: boolean,
): AnswerMeaning => {
  if (groupId === 'like' && isStaff(user.role)) return 'useful'
  return isPast ? `past.${groupId}` : groupId
}
