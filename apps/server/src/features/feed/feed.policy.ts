// Members read, answer and report posts and write to their authors. Authors edit and remove their posts. The team
// removes and pins posts.
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
  /** Whether the event has a date. *Now* counts as a date. */
  isDated: boolean
  isCancelled: boolean
}

/** Posts that the server writes in the name of a user; nobody can edit them. */
const isSystemPost = (event: EventFacts) => event.groupId === 'welcome' || event.groupId === 'weather'

/** Whether the actor may answer this event at all. True for past events too, whose answers can still be withdrawn. */
export const canAnswer = (actor: Actor, event: Pick<EventFacts, 'userId'>): boolean =>
  isMember(actor.role) && actor.userId !== event.userId

const isAuthor = (actor: Actor, event: Pick<EventFacts, 'userId'>) =>
  isMember(actor.role) && actor.userId === event.userId

const hasGroup = (groupId: EventGroup): boolean => (groupsWithChat as readonly string[]).includes(groupId)

/**
 * Answerers are visible to the author and to moderators. In posts with a group conversation they are also visible to
 * those who have answered (`interested`).
 */
export const canSeeAnswers = (
  actor: Actor,
  event: Pick<EventFacts, 'userId' | 'groupId' | keyof CommunityRef>,
  interested: boolean,
): boolean => isAuthor(actor, event) || canModerate(actor, event) || (interested && hasGroup(event.groupId))

/** Whether the actor may see the answerers of every post of a page, also without being its author or an answerer. */
export const canSeeAllAnswers = (actor: Actor): boolean => canModerate(actor, actor)

export const eventAbilities = (actor: Actor, event: EventFacts, interested: boolean): FeedPost['abilities'] => {
  const canAct = !actor.isReadOnly
  const canActOnOther = canAct && canAnswer(actor, event)
  const canActOnOwn = canAct && isAuthor(actor, event)
  return {
    answer: canActOnOther && !event.isPast && !event.isCancelled,
    // Weather posts have no author to write to.
    chat: canActOnOther && event.groupId !== 'weather' && canStartConversationWith(actor, event.authorRole),
    flag: canActOnOther,
    block: canActOnOther && canBlock(actor, { userId: event.userId, role: event.authorRole }),
    // A post that moderators have hidden must not change during the review.
    edit: canActOnOwn && !isSystemPost(event) && !event.isHidden,
    move:
      canActOnOwn && !isSystemPost(event) && !event.isHidden && event.isDated && !event.isPast && !event.isCancelled,
    remove: canActOnOwn || (canAct && canModerate(actor, event)),
    seeAnswers: canSeeAnswers(actor, event, interested),
    // Past posts are included, so that they can be unpinned. Only the team of a post’s own community may pin it.
    pin: canAct && isStaff(actor.role) && actor.communityId === event.communityId,
  }
}
