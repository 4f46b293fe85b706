// Everybody in the community reads its feed; members answer, chat and flag; authors and the team keep it in order.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { isAdminLike } from '@parvis/contract/roles.ts'
import type { EventGroup } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'

/** What the rules need to know of an event. */
export interface EventFacts {
  userId: string
  communityId: string
  /** Of the event's community. */
  organizationId: string | null
  groupId: EventGroup
  /** What is past takes no more answers. */
  isPast: boolean
}

/** An administrator keeps the community and the others of its organisation in order; a webmaster every one. */
const keepsInOrder = (actor: Actor, event: EventFacts) =>
  actor.role === 'webmaster' ||
  (isAdminLike(actor.role) &&
    (actor.communityId === event.communityId ||
      (event.organizationId !== null && event.organizationId === actor.organizationId)))

/** Written by the product itself, not by its author: nothing of it is to be edited. */
const isMadeByParvis = (event: EventFacts) => event.groupId === 'welcome' || event.groupId === 'weather'

/** Whether answering is this viewer's to do at all: an answer given stays theirs to take back, also when the event is past. */
export const mayAnswer = (actor: Actor, event: Pick<EventFacts, 'userId'>): boolean =>
  actor.role !== 'guest' && actor.userId !== event.userId

export const eventAbilities = (actor: Actor, event: EventFacts): LiveEvent['abilities'] => {
  const isMember = actor.role !== 'guest'
  const isAuthor = isMember && actor.userId === event.userId
  const isOther = mayAnswer(actor, event)
  return {
    answer: isOther && !event.isPast,
    chat: isOther,
    flag: isOther,
    edit: isAuthor && !isMadeByParvis(event),
    remove: isAuthor || keepsInOrder(actor, event),
    seeAnswers: isAuthor || keepsInOrder(actor, event),
  }
}
