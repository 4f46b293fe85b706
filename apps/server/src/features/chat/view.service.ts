// What one viewer sees of a conversation besides its messages: how far the others have read, without blocked users.
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { type ConversationState, lowestPlaceOfOthers } from './conversation-cache.ts'
import type { MessageView } from './message.presenter.ts'
import type { MessageRow } from './message.queries.ts'

export const messageViewFor = (
  actor: Actor,
  state: ConversationState,
  eventOf: (row: MessageRow) => FeedPost | null,
): MessageView => ({
  userId: actor.userId,
  blockedIds: actor.blockedIds,
  pairUserIds: state.eventId ? null : [...state.members.keys()],
  eventId: state.eventId,
  othersReceived: lowestPlaceOfOthers(state, 'received', actor),
  othersRead: lowestPlaceOfOthers(state, 'read', actor),
  readPlace: state.members.get(actor.userId)?.read ?? 0,
  eventOf,
})
