// Publishes messages and receipts to the members; each payload equals what that member’s API call would return.
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { type AnyLiveEventDefinition, defineLiveEvent } from '#server/kernel/live-event.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type BroadcastEvent, readBroadcastEvents } from '../feed/broadcast-event.service.ts'
import { isConversationClosedTo, isBlocked } from './chat.policy.ts'
import {
  type ConversationState,
  lowestPlaceOfOthers,
  receiptKinds,
  type ReceiptKind,
  type ReceiptChange,
  slowestTwo,
  conversationCache,
} from './conversation-cache.ts'
import { linkedEventOf, presentMessage } from './message.presenter.ts'
import { type ConversationKey, findMessagesById, type MessageRow } from './message.queries.ts'
import { recentMessages } from './recent-messages.ts'
import { messageViewFor } from './view.service.ts'

export interface MessageChange extends ConversationKey {
  id: string
  userIds: readonly string[]
}

interface TypingSignal extends ConversationKey {
  userId: string
  userIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'message.created': MessageChange
    'message.updated': MessageChange
    'message.typing': TypingSignal
  }
}

type ReadContext = Pick<Platform, 'state' | 'db' | 'bus' | 'clock' | 'settings'>
type States = ReadonlyMap<string, ConversationState>

const readStates = async (platform: ReadContext, keys: readonly ConversationKey[]): Promise<States> => {
  const states = conversationCache(platform)
  const found = await Promise.all(keys.map(key => states.find(key)))
  return new Map(found.flatMap(state => (state ? [[state.conversationId, state]] : [])))
}

interface MessageFacts {
  states: States
  rows: ReadonlyMap<string, MessageRow>
  events: ReadonlyMap<string, BroadcastEvent>
  /** Recipients with equal payloads share one object, serialized once. The key contains all facts that differ. */
  payloads: Map<string, ServerMessages['message.created']>
}

const readMessages = async (platform: ReadContext, changes: readonly MessageChange[]): Promise<MessageFacts> => {
  const recent = recentMessages(platform)
  const missing = changes.filter(({ id }) => !recent.has(id))
  const [states, read] = await Promise.all([
    readStates(platform, changes),
    findMessagesById(
      platform,
      missing.map(({ communityId, id }) => ({ communityId, id })),
    ),
  ])
  const rows = new Map(read.map(row => [row.id, row]))
  for (const { id } of changes) {
    const row = recent.get(id)
    if (row) rows.set(id, row)
  }
  const linked = [...rows.values()].flatMap(row => linkedEventOf(row) ?? [])
  return { states, rows, events: await readBroadcastEvents(platform, linked), payloads: new Map() }
}

const messageFor = (actor: Actor, { id, conversationId }: MessageChange, facts: MessageFacts) => {
  const state = facts.states.get(conversationId)
  const row = facts.rows.get(id)
  // A member who has just left a group still receives the system message about their leaving.
  if (
    !state ||
    !row ||
    !(state.members.has(actor.userId) || row.user_id === actor.userId) ||
    isConversationClosedTo(actor, state)
  )
    return null
  const key =
    linkedEventOf(row) && !state.eventId
      ? `${id} ${actor.userId}`
      : `${id} ${row.user_id === actor.userId} ${isBlocked(actor, row.user_id)}`
  const cached = facts.payloads.get(key)
  if (cached) return cached
  const payload = presentMessage(
    row,
    messageViewFor(actor, state, ({ event_id }) => facts.events.get(event_id ?? '')?.viewFor(actor) ?? null),
  )
  facts.payloads.set(key, payload)
  return payload
}

const audience = ({ userIds }: { userIds: readonly string[] }) => ({ userIds })

interface ReceiptFacts {
  states: States
  /** Recipients of a new place (everybody or one user), by id of the conversation whose two slowest members changed. */
  moved: ReadonlyMap<string, 'everybody' | string>
}

/** Processes the whole batch of receipts, so that two members who read at the same moment are both considered. */
const findReceiptAudiences = (
  states: States,
  receipts: readonly ReceiptChange[],
  kind: ReceiptKind,
): ReceiptFacts['moved'] => {
  const moved = new Map<string, 'everybody' | string>()
  const byConversation = Map.groupBy(receipts, ({ conversationId }) => conversationId)
  for (const state of states.values()) {
    const movers = new Set(byConversation.get(state.conversationId)?.map(({ userId }) => userId))
    const slowest = slowestTwo(state, kind)
    const pendingUserId = state.pendingFor[kind]
    if (state.publishedSlowest[kind] !== slowest) {
      moved.set(state.conversationId, 'everybody')
      state.publishedSlowest[kind] = slowest
      // If all receipts are of one member, this member receives only their own receipt and misses the new place. Of two
      // members who read at once, each receives the new place with the receipt of the other member.
      state.pendingFor[kind] = movers.size === 1 ? [...movers][0] : undefined
    } else if (pendingUserId !== undefined && [...movers].some(userId => userId !== pendingUserId)) {
      moved.set(state.conversationId, pendingUserId)
      state.pendingFor[kind] = undefined
    }
  }
  return moved
}

const receiptLiveEvent = (kind: ReceiptKind): AnyLiveEventDefinition =>
  defineLiveEvent({
    name: `message.${kind}`,
    audience,
    load: async (platform, news: readonly ReceiptChange[]): Promise<ReceiptFacts> => {
      const states = await readStates(platform, news)
      return { states, moved: findReceiptAudiences(states, news, kind) }
    },
    messageFor: (actor, { conversationId, userId }, { states, moved }: ReceiptFacts) => {
      const state = states.get(conversationId)
      const own = state?.members.get(actor.userId)
      if (!state || !own || isConversationClosedTo(actor, state)) return null
      if (userId === actor.userId)
        return { event: `message.${kind}` as const, data: { conversationId, userId, place: own[kind] } }
      const audience = moved.get(conversationId)
      if ((audience !== 'everybody' && audience !== actor.userId) || isBlocked(actor, userId)) return null
      return {
        event: `message.${kind}` as const,
        data: { conversationId, userId, place: lowestPlaceOfOthers(state, kind, actor) },
      }
    },
  })

export const chatLiveEvents: readonly AnyLiveEventDefinition[] = [
  ...(['message.created', 'message.updated'] as const).map(name =>
    defineLiveEvent({
      name,
      audience,
      load: readMessages,
      messageFor: (actor, news, facts: MessageFacts) => {
        const data = messageFor(actor, news, facts)
        return data && { event: name, data }
      },
    }),
  ),
  ...receiptKinds.map(receiptLiveEvent),
  defineLiveEvent({
    name: 'message.typing',
    audience,
    messageFor: (actor, { conversationId, userId }) =>
      actor.userId === userId || isBlocked(actor, userId)
        ? null
        : { event: 'message.typing', data: { conversationId, userId } },
  }),
]
