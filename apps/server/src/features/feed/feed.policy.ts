// Everybody in the community reads its feed; members answer, chat and flag; authors and the team keep it in order,
// and what the team pins stands on top.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { type EventGroup, gatheringGroups } from '@parvis/contract/feed-filter.ts'
import { isMember, isStaff, type Role } from '@parvis/contract/roles.ts'
import { type Actor, mayBeginWith, mayBlock, moderates, type Place } from '#server/kernel/actor.ts'

/** What the rules need to know of an event. */
export interface EventFacts extends Place {
  userId: string
  /** Of who published it. */
  authorRole: Role
  groupId: EventGroup
  /** What is past takes no more answers. */
  isPast: boolean
  /** The team has it out of sight. */
  isHidden: boolean
  /** It says when it is, be it *now*. */
  isDated: boolean
  isCancelled: boolean
}

/** Written by the product itself, not by its author: nothing of it is to be edited. */
const isMadeByParvis = (event: EventFacts) => event.groupId === 'welcome' || event.groupId === 'weather'

/**
 * Whether answering is this viewer's to do at all: an answer given stays theirs to take back, also when the event is
 * past.
 */
export const mayAnswer = (actor: Actor, event: Pick<EventFacts, 'userId'>): boolean =>
  isMember(actor.role) && actor.userId !== event.userId

const isAuthor = (actor: Actor, event: Pick<EventFacts, 'userId'>) =>
  isMember(actor.role) && actor.userId === event.userId

/** Whether who answers a post of this kind comes into a group conversation. */
const hasGroup = (groupId: EventGroup): boolean => (gatheringGroups as readonly string[]).includes(groupId)

/**
 * Who answered is for the author to know, for who keeps order where it was posted, and for the members of its group, who
 * are those that have answered; others are told how many. `interested`: whether this actor has answered.
 */
export const seesAnswers = (
  actor: Actor,
  event: Pick<EventFacts, 'userId' | 'groupId' | keyof Place>,
  interested: boolean,
): boolean => isAuthor(actor, event) || moderates(actor, event) || (interested && hasGroup(event.groupId))

/**
 * The same of all that an actor reads at once, apart from their own posts and the groups that they are in: it comes from
 * their community and its organisation, so that who keeps order at home does so in all of it.
 */
export const seesEveryAnswer = (actor: Actor): boolean => moderates(actor, actor)

/** `interested`: whether this actor has answered. */
export const eventAbilities = (actor: Actor, event: EventFacts, interested: boolean): LiveEvent['abilities'] => {
  // who reads only, as somebody suspended, does nothing with it
  const takesPart = !actor.readsOnly
  const isOther = takesPart && mayAnswer(actor, event)
  const isOwn = takesPart && isAuthor(actor, event)
  return {
    answer: isOther && !event.isPast && !event.isCancelled,
    // nobody wrote the morning's weather
    chat: isOther && event.groupId !== 'weather' && mayBeginWith(actor, event.authorRole),
    flag: isOther,
    block: isOther && mayBlock(actor, { userId: event.userId, role: event.authorRole }),
    // what the team judges stays as it is
    edit: isOwn && !isMadeByParvis(event) && !event.isHidden,
    move: isOwn && !isMadeByParvis(event) && !event.isHidden && event.isDated && !event.isPast && !event.isCancelled,
    remove: isOwn || (takesPart && moderates(actor, event)),
    seeAnswers: seesAnswers(actor, event, interested),
    // past or not, or it could not be taken down; a sister community's post is pinned by its own team, on its own feed
    pin: takesPart && isStaff(actor.role) && actor.communityId === event.communityId,
  }
}
