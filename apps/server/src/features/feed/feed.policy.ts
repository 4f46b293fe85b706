// Members read the feed, answer, chat and flag; authors and the team edit and remove posts; pinned posts come first.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { type EventGroup, groupsWithChat } from '@parvis/contract/feed-filter.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, canStartConversationWith, canBlock, canModerate, type CommunityRef } from '#server/kernel/actor.ts'

export interface EventFacts extends CommunityRef {
  userId: string
  authorRole: Role
  groupId: EventGroup
  isPast: boolean
  /** Hidden by the team. */
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

const hasGroup = (groupId: EventGroup): boolean => (groupsWithChat as readonly string[]).includes(groupId)

/** Answerers are visible to the author, to moderators of the post's community, and to others who have answered. */
export const canSeeAnswers = (
  actor: Actor,
  event: Pick<EventFacts, 'userId' | 'groupId' | keyof CommunityRef>,
  interested: boolean,
): boolean => isAuthor(actor, event) || canModerate(actor, event) || (interested && hasGroup(event.groupId))

/** The same for a whole page but the actor's own posts and groups: moderators moderate in the whole organisation. */
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
    // Content under review must not change.
    edit: isOwn && !isSystemPost(event) && !event.isHidden,
    move: isOwn && !isSystemPost(event) && !event.isHidden && event.isDated && !event.isPast && !event.isCancelled,
    remove: isOwn || (canAct && canModerate(actor, event)),
    seeAnswers: canSeeAnswers(actor, event, interested),
    // Also past posts, or they could not be unpinned; those of a sister community are pinned by its own team.
    pin: canAct && isStaff(actor.role) && actor.communityId === event.communityId,
  }
}
