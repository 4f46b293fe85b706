// Members read, answer, chat about and flag posts; authors edit and remove them; the team removes and pins posts.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { type EventGroup, groupsWithChat } from '@parvis/contract/feed-filter.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, canStartConversationWith, canBlock, canModerate, type CommunityRef } from '#server/kernel/actor.ts'

export interface EventFacts extends CommunityRef {
  userId: string
  authorRole: Role
  groupId: EventGroup
  isPast: boolean
  /** Whether moderators have hidden the event. */
  isHidden: boolean
  /** Whether the event has a time; *now* counts as one. */
  isDated: boolean
  isCancelled: boolean
}

/** Posts that the server writes in the name of a user; nobody can edit them. */
const isSystemPost = (event: EventFacts) => event.groupId === 'welcome' || event.groupId === 'weather'

/** Whether this viewer may answer, whatever the time: an answer can be withdrawn even if the event is past. */
export const canAnswer = (actor: Actor, event: Pick<EventFacts, 'userId'>): boolean =>
  isMember(actor.role) && actor.userId !== event.userId

const isAuthor = (actor: Actor, event: Pick<EventFacts, 'userId'>) =>
  isMember(actor.role) && actor.userId === event.userId

const hasGroup = (groupId: EventGroup): boolean => (groupsWithChat as readonly string[]).includes(groupId)

/** Answerers are visible to the author, to moderators of the post’s community, and to others who have answered. */
export const canSeeAnswers = (
  actor: Actor,
  event: Pick<EventFacts, 'userId' | 'groupId' | keyof CommunityRef>,
  interested: boolean,
): boolean => isAuthor(actor, event) || canModerate(actor, event) || (interested && hasGroup(event.groupId))

/** `canSeeAnswers` for every post of a page except own and answered ones: moderators see those of the organisation. */
export const canSeeAllAnswers = (actor: Actor): boolean => canModerate(actor, actor)

export const eventAbilities = (actor: Actor, event: EventFacts, interested: boolean): FeedPost['abilities'] => {
  const canAct = !actor.isReadOnly
  const isOther = canAct && canAnswer(actor, event)
  const isOwn = canAct && isAuthor(actor, event)
  return {
    answer: isOther && !event.isPast && !event.isCancelled,
    // Weather posts have no author to write to.
    chat: isOther && event.groupId !== 'weather' && canStartConversationWith(actor, event.authorRole),
    flag: isOther,
    block: isOther && canBlock(actor, { userId: event.userId, role: event.authorRole }),
    // A post that moderators have hidden must not change during the review.
    edit: isOwn && !isSystemPost(event) && !event.isHidden,
    move: isOwn && !isSystemPost(event) && !event.isHidden && event.isDated && !event.isPast && !event.isCancelled,
    remove: isOwn || (canAct && canModerate(actor, event)),
    seeAnswers: canSeeAnswers(actor, event, interested),
    // Past posts too, or they could not be unpinned. Posts of a sister community are pinned by that community’s team.
    pin: canAct && isStaff(actor.role) && actor.communityId === event.communityId,
  }
}
