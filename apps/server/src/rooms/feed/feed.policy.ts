// Everybody in the community reads its feed; members answer, chat and flag; authors and the team keep it in order.
import type { EventGroup, LiveEvent } from '@parvis/contract/feed.ts'
import { isMember } from '@parvis/contract/roles.ts'
import { type Actor, moderates, type Place } from '#server/kernel/actor.ts'

/** What the rules need to know of an event. */
export interface EventFacts extends Place {
  userId: string
  groupId: EventGroup
  /** What is past takes no more answers. */
  isPast: boolean
}

/** Written by the product itself, not by its author: nothing of it is to be edited. */
const isMadeByParvis = (event: EventFacts) => event.groupId === 'welcome' || event.groupId === 'weather'

/** Whether answering is this viewer's to do at all: an answer given stays theirs to take back, also when the event is past. */
export const mayAnswer = (actor: Actor, event: Pick<EventFacts, 'userId'>): boolean =>
  isMember(actor.role) && actor.userId !== event.userId

export const eventAbilities = (actor: Actor, event: EventFacts): LiveEvent['abilities'] => {
  const isAuthor = isMember(actor.role) && actor.userId === event.userId
  const isOther = mayAnswer(actor, event)
  return {
    answer: isOther && !event.isPast,
    chat: isOther,
    flag: isOther,
    edit: isAuthor && !isMadeByParvis(event),
    remove: isAuthor || moderates(actor, event),
    seeAnswers: isAuthor || moderates(actor, event),
  }
}
