// Who is in a conversation, and how far each has read: asked with every message, so it is kept in the process and told
// of by the bus.
import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/kernel/platform.ts'
import { batchReads } from '#server/kernel/postgres/batched-reads.ts'
import { findCommunityOf, findStates, type StateRow } from './conversation.queries.ts'
import type { ConversationKey } from './message.queries.ts'

const MOST_KEPT = 5_000
/** What is announced is known at once; this bounds what changes without a word, in the database itself. */
const MOST_AGE_MS = 60_000

export const receiptKinds = ['received', 'read'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

export interface MemberState {
  userId: string
  communityId: string
  received: number
  read: number
}

export interface ConversationState extends ConversationKey {
  /** Of a group, with who published it. */
  eventId: string | null
  hostId: string | null
  /** The team keeps its event out of sight. */
  isHidden: boolean
  /** Those who are in it now. */
  members: Map<string, MemberState>
  /** How far the two slowest had come when it was last told. */
  told: Partial<Record<ReceiptKind, string>>
  /** Who made that move: of the others' places they have not been told yet. */
  untold: Partial<Record<ReceiptKind, string>>
}

/** Somebody has received or read up to a place. */
export interface ReceiptNews extends ConversationKey {
  userId: string
  place: number
  /** Those who are in it. */
  userIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    /** Who is in it has changed. */
    'conversation.changed': ConversationKey
    'message.received': ReceiptNews
    'message.read': ReceiptNews
  }
}

const stateOf = ({ community_id, id, event_id, host_id, is_hidden, members }: StateRow): ConversationState => ({
  communityId: community_id,
  conversationId: id,
  eventId: event_id,
  hostId: host_id,
  isHidden: is_hidden,
  members: new Map(members.map(member => [member.userId, member])),
  told: {},
  untold: {},
})

export interface ConversationStates {
  /** Undefined when there is no such conversation. */
  find(key: ConversationKey): Promise<ConversationState | undefined>
  /** The same for one who is in it, wherever it stands. */
  findFor(userId: string, conversationId: string): Promise<ConversationState | undefined>
}

const createStates = ({ db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>): ConversationStates => {
  // the groups among those that are kept, by their events: an event changes with each answer
  const groups = new Map<string, string>()
  const kept = new LRUCache<string, ConversationState>({
    max: MOST_KEPT,
    dispose: ({ eventId }) => {
      if (eventId) groups.delete(eventId)
    },
    ttl: MOST_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // What is read while it is being changed must not be kept behind the message.
  let reading = 0
  const changed = new Set<string>()
  const note = (id: string) => {
    if (reading > 0) changed.add(id)
  }
  let rights = 0
  // somebody was shut out, or let in again
  bus.listen('actor.changed', () => {
    rights++
    kept.clear()
  })
  bus.listen('conversation.changed', ({ conversationId }) => {
    note(conversationId)
    kept.delete(conversationId)
  })
  // its event may be out of sight from here on, or in sight again
  bus.listen('event.updated', ({ eventId }) => {
    note(eventId)
    const conversationId = groups.get(eventId)
    if (conversationId) kept.delete(conversationId)
  })
  for (const kind of receiptKinds)
    bus.listen(`message.${kind}`, ({ conversationId, userId, place }) => {
      note(conversationId)
      const member = kept.get(conversationId)?.members.get(userId)
      if (!member) return
      member[kind] = Math.max(member[kind], place)
      // what is read has arrived
      member.received = Math.max(member.received, place)
    })

  const read = batchReads(async (keys: readonly string[]) => {
    reading++
    const before = rights
    try {
      const rows = await findStates(
        db,
        keys.map(key => ({ communityId: key.slice(0, 36), conversationId: key.slice(37) })),
      )
      const states = rows.map(stateOf)
      for (const state of states)
        if (rights === before && !changed.has(state.conversationId) && !changed.has(state.eventId ?? '')) {
          kept.set(state.conversationId, state)
          if (state.eventId) groups.set(state.eventId, state.conversationId)
        }
      return new Map(states.map(state => [`${state.communityId} ${state.conversationId}`, state]))
    } finally {
      if (--reading === 0) changed.clear()
    }
  })

  const find = async ({ communityId, conversationId }: ConversationKey) =>
    kept.get(conversationId) ?? (await read(`${communityId} ${conversationId}`))
  return {
    find,
    async findFor(userId, conversationId) {
      const communityId = kept.get(conversationId)?.communityId ?? (await findCommunityOf(db, userId, conversationId))
      const state = communityId === undefined ? undefined : await find({ communityId, conversationId })
      return state?.members.has(userId) ? state : undefined
    },
  }
}

const ofServer = new WeakMap<Platform['bus'], ConversationStates>()

export const statesOf = (platform: Pick<Platform, 'db' | 'bus' | 'clock'>): ConversationStates => {
  const states = ofServer.get(platform.bus) ?? createStates(platform)
  ofServer.set(platform.bus, states)
  return states
}

/**
 * Up to which place everybody but this viewer, and those whom they do not hear, has come. Nobody else is there: up to
 * none.
 */
export const othersPlace = (
  { members }: Pick<ConversationState, 'members'>,
  kind: ReceiptKind,
  viewer: { userId: string; blockedIds: readonly string[] },
): number => {
  let least = Infinity
  for (const member of members.values())
    if (member.userId !== viewer.userId && !viewer.blockedIds.includes(member.userId))
      least = Math.min(least, member[kind])
  return least === Infinity ? 0 : least
}

/** The two slowest of a conversation: while they stay where they are, nobody's view of all the others changes. */
export const slowestOf = ({ members }: ConversationState, kind: ReceiptKind): string => {
  const places = [...members.values()].map(member => [member[kind], member.userId] as const)
  return places
    .sort(([a], [b]) => a - b)
    .slice(0, 2)
    .join()
}
