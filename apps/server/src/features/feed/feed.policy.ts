// Members of a community read its feed, answer, chat and flag; authors and the team edit and remove posts; pinned posts
// come first.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { type EventGroup, groupsWithChat } from '@parvis/contract/feed-filter.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, canStartConversationWith, canBlock, canModerate, type CommunityRef } from '#server/kernel/actor.ts'

/** Facts about an event that the rules need. */
export interface EventFacts extends CommunityRef {
  userId: string
  authorRole: Role
  groupId: EventGroup
  isPast: boolean
  /** By the team. */
  isHidden: boolean
  /** Has a time, also the time *now*. */
  isDated: boolean
  isCancelled: boolean
}

/** Written by the app, not by its author: nothing of it can be edited. */
const isSystemPost = (event: EventFacts) => event.groupId === 'welcome' || event.groupId === 'weather'

/** Whether this viewer can answer at all. An answer can be withdrawn also when the event is past. */
export const canAnswer = (actor: Actor, event: Pick<EventFacts, 'userId'>): boolean =>
  isMember(actor.role) && actor.userId !== event.userId

const isAuthor = (actor: Actor, event: Pick<EventFacts, 'userId'>) =>
  isMember(actor.role) && actor.userId === event.userId

/** Whether answering a post of this kind joins a group conversation. */
const hasGroup = (groupId: EventGroup): boolean => (groupsWithChat as readonly string[]).includes(groupId)

/**
 * Answerers are visible to the author, to those who moderate the community of the post, and to the members of its
 * group, who are those that have answered; others see the count. `interested`: whether this actor has answered.
 */
export const canSeeAnswers = (
  actor: Actor,
  event: Pick<EventFacts, 'userId' | 'groupId' | keyof CommunityRef>,
  interested: boolean,
): boolean => isAuthor(actor, event) || canModerate(actor, event) || (interested && hasGroup(event.groupId))

/**
 * The same for a whole page, apart from the actor's own posts and groups: all of it comes from their community and its
 * organisation, in which those who moderate do so everywhere.
 */
export const canSeeAllAnswers = (actor: Actor): boolean => canModerate(actor, actor)

/** `interested`: whether this actor has answered. */
export const eventAbilities = (actor: Actor, event: EventFacts, interested: boolean): FeedPost['abilities'] => {
  // Read-only actors, such as suspended members, cannot act.
  const canAct = !actor.isReadOnly
  const isOther = canAct && canAnswer(actor, event)
  const isOwn = canAct && isAuthor(actor, event)
  return {
    answer: isOther && !event.isPast && !event.isCancelled,
    // Weather posts have no author to write to.
    chat: isOther && event.groupId !== 'weather' && canStartConversationWith(actor, event.authorRole),
    flag: isOther,
    block: isOther && canBlock(actor, { userId: event.userId, role: event.authorRole }),
    // Content under review must not change.
    edit: isOwn && !isSystemPost(event) && !event.isHidden,
    move: isOwn && !isSystemPost(event) && !event.isHidden && event.isDated && !event.isPast && !event.isCancelled,
    remove: isOwn || (canAct && canModerate(actor, event)),
    seeAnswers: canSeeAnswers(actor, event, interested),
    // Also past events, or they could not be unpinned. Posts of a sister community are pinned by its own team, in its
    // own feed.
    pin: canAct && isStaff(actor.role) && actor.communityId === event.communityId,
  }
}
