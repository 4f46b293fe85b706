// Live events of conversations: messages and read receipts are published to the members, each payload as that member's
// own API call would return it.
import type { ServerMessages } from '@parvis/contract/realtime.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { type AnyAnnouncement, announcement } from '#server/kernel/announcement.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type AnnouncedEvent, readAnnouncedEvents } from '../feed/announced-event.service.ts'
import { isClosedTo, isSilenced } from './chat.policy.ts'
import {
  type ConversationState,
  othersPlace,
  receiptKinds,
  type ReceiptKind,
  type ReceiptNews,
  slowestOf,
  statesOf,
} from './conversation-states.ts'
import { linkOf, presentMessage } from './message.presenter.ts'
import { type ConversationKey, findMessagesById, type MessageRow } from './message.queries.ts'
import { recentMessages } from './recent-messages.ts'
import { viewFor } from './view.service.ts'

export interface MessageNews extends ConversationKey {
  id: string
  userIds: readonly string[]
}

interface TypingNews extends ConversationKey {
  userId: string
  userIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'message.created': MessageNews
    'message.updated': MessageNews
    'message.typing': TypingNews
  }
}

type Reading = Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>
type States = ReadonlyMap<string, ConversationState>

const readStates = async (platform: Reading, keys: readonly ConversationKey[]): Promise<States> => {
  const states = statesOf(platform)
  const found = await Promise.all(keys.map(key => states.find(key)))
  return new Map(found.flatMap(state => (state ? [[state.conversationId, state]] : [])))
}

interface MessageFacts {
  states: States
  rows: ReadonlyMap<string, MessageRow>
  events: ReadonlyMap<string, AnnouncedEvent>
}

const readMessages = async (platform: Reading, news: readonly MessageNews[]): Promise<MessageFacts> => {
  const recent = recentMessages(platform)
  const missing = news.filter(({ id }) => !recent.has(id))
  const [states, read] = await Promise.all([
    readStates(platform, news),
    findMessagesById(
      platform,
      missing.map(({ communityId, id }) => ({ communityId, id })),
    ),
  ])
  const rows = new Map(read.map(row => [row.id, row]))
  for (const { id } of news) {
    const row = recent.get(id)
    if (row) rows.set(id, row)
  }
  const linked = [...rows.values()].flatMap(row => linkOf(row) ?? [])
  return { states, rows, events: await readAnnouncedEvents(platform, linked) }
}

/**
 * Recipients with equal payloads share one object, so that it is serialised once; the key holds everything that can
 * differ.
 */
const sameFor = new WeakMap<MessageFacts, Map<string, ServerMessages['message.created']>>()

const messageFor = (actor: Actor, { id, conversationId }: MessageNews, facts: MessageFacts) => {
  const state = facts.states.get(conversationId)
  const row = facts.rows.get(id)
  // A member who has just left still receives the line that says so.
  if (!state || !row || !(state.members.has(actor.userId) || row.user_id === actor.userId) || isClosedTo(actor, state))
    return null
  const same = sameFor.get(facts) ?? new Map<string, ServerMessages['message.created']>()
  sameFor.set(facts, same)
  const key =
    linkOf(row) && !state.eventId
      ? `${id} ${actor.userId}`
      : `${id} ${row.user_id === actor.userId} ${isSilenced(actor, row.user_id)}`
  const known = same.get(key)
  if (known) return known
  const made = presentMessage(
    row,
    viewFor(actor, state, ({ event_id }) => facts.events.get(event_id ?? '')?.viewFor(actor) ?? null),
  )
  same.set(key, made)
  return made
}

const receivers = ({ userIds }: { userIds: readonly string[] }) => ({ userIds })

interface ReceiptFacts {
  states: States
  /**
   * Conversations whose two slowest readers have moved: published to everybody, or only to the member who has not
   * received the new place yet.
   */
  moved: ReadonlyMap<string, 'everybody' | string>
}

/**
 * Decides who receives the places of the other members. Works on the whole batch, so that two members who read at the
 * same moment are both taken into account.
 */
const movedIn = (states: States, news: readonly ReceiptNews[], kind: ReceiptKind): ReceiptFacts['moved'] => {
  const moved = new Map<string, 'everybody' | string>()
  const byConversation = Map.groupBy(news, ({ conversationId }) => conversationId)
  for (const state of states.values()) {
    const movers = new Set(byConversation.get(state.conversationId)?.map(({ userId }) => userId))
    const slowest = slowestOf(state, kind)
    const untold = state.untold[kind]
    if (state.told[kind] !== slowest) {
      moved.set(state.conversationId, 'everybody')
      state.told[kind] = slowest
      // A member who moves receives only their own place; when two move at once, each gets the new place through the
      // other's receipt.
      state.untold[kind] = movers.size === 1 ? [...movers][0] : undefined
    } else if (untold !== undefined && [...movers].some(userId => userId !== untold)) {
      moved.set(state.conversationId, untold)
      state.untold[kind] = undefined
    }
  }
  return moved
}

const receipt = (kind: ReceiptKind): AnyAnnouncement =>
  announcement({
    name: `message.${kind}`,
    receivers,
    read: async (platform, news: readonly ReceiptNews[]): Promise<ReceiptFacts> => {
      const states = await readStates(platform, news)
      return { states, moved: movedIn(states, news, kind) }
    },
    messageFor: (actor, { conversationId, userId }, { states, moved }: ReceiptFacts) => {
      const state = states.get(conversationId)
      const own = state?.members.get(actor.userId)
      if (!state || !own || isClosedTo(actor, state)) return null
      if (userId === actor.userId)
        return { event: `message.${kind}` as const, data: { conversationId, userId, place: own[kind] } }
      const whom = moved.get(conversationId)
      if ((whom !== 'everybody' && whom !== actor.userId) || isSilenced(actor, userId)) return null
      return {
        event: `message.${kind}` as const,
        data: { conversationId, userId, place: othersPlace(state, kind, actor) },
      }
    },
  })

export const chatAnnouncements: readonly AnyAnnouncement[] = [
  announcement({
    name: 'message.created',
    receivers,
    read: readMessages,
    messageFor: (actor, news, facts: MessageFacts) => {
      const data = messageFor(actor, news, facts)
      return data && { event: 'message.created', data }
    },
  }),
  announcement({
    name: 'message.updated',
    receivers,
    read: readMessages,
    messageFor: (actor, news, facts: MessageFacts) => {
      const data = messageFor(actor, news, facts)
      return data && { event: 'message.updated', data }
    },
  }),
  ...receiptKinds.map(receipt),
  announcement({
    name: 'message.typing',
    receivers,
    messageFor: (actor, { conversationId, userId }) =>
      actor.userId === userId || isSilenced(actor, userId)
        ? null
        : { event: 'message.typing', data: { conversationId, userId } },
  }),
]
