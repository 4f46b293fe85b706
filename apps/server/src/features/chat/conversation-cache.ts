// Caches members and read positions of conversations, which every message needs; invalidated through the bus.
import { LRUCache } from 'lru-cache'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { batchReads } from '#server/kernel/postgres/batched-reads.ts'
import { findConversationCommunity, findConversationStates, type ConversationStateRow } from './conversation.queries.ts'
import type { ConversationKey } from './message.queries.ts'

const MAX_CACHED = 5_000
/** Bounds how long a change made directly in the database is missed; published changes invalidate the cache at once. */
const MAX_AGE_MS = 60_000

export const receiptKinds = ['received', 'read'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

export interface MemberState {
  userId: string
  communityId: string
  received: number
  read: number
}

export interface ConversationState extends ConversationKey {
  /** The event of a group conversation and the author of that event; null for a conversation of two. */
  eventId: string | null
  hostId: string | null
  /** Whether moderators have hidden the event. */
  isHidden: boolean
  members: Map<string, MemberState>
  /** The result of `slowestTwo` that was last published. */
  publishedSlowest: Partial<Record<ReceiptKind, string>>
  /** The member whose receipt caused the last publication and who has not received the new read position yet. */
  pendingFor: Partial<Record<ReceiptKind, string>>
}

export interface ReceiptChange extends ConversationKey {
  userId: string
  place: number
  userIds: readonly string[]
}

declare module '#server/kernel/bus.ts' {
  interface BusMessages {
    'conversation.changed': ConversationKey
    'message.received': ReceiptChange
    'message.read': ReceiptChange
  }
}

const toState = ({
  community_id,
  id,
  event_id,
  host_id,
  is_hidden,
  members,
}: ConversationStateRow): ConversationState => ({
  communityId: community_id,
  conversationId: id,
  eventId: event_id,
  hostId: host_id,
  isHidden: is_hidden,
  members: new Map(members.map(member => [member.userId, member])),
  publishedSlowest: {},
  pendingFor: {},
})

type CacheContext = Pick<Platform, 'db' | 'bus' | 'clock'>

interface CachedStates {
  cache: LRUCache<string, ConversationState>
  /** Conversation ids of cached groups by event id, for the bus messages that name an event. */
  groups: Map<string, string>
  activeReads: number
  /**
   * Ids of conversations and events that changed during the active reads. A row that changes while it is read may be
   * stale, so it is not cached.
   */
  changed: Set<string>
  /** Grows when a member may have been disabled or enabled, which changes the members of a group. */
  rightsVersion: number
}

const createCachedStates = ({ clock }: CacheContext): CachedStates => {
  const groups = new Map<string, string>()
  const cache = new LRUCache<string, ConversationState>({
    max: MAX_CACHED,
    dispose: ({ eventId }) => {
      if (eventId) groups.delete(eventId)
    },
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  return { cache, groups, activeReads: 0, changed: new Set(), rightsVersion: 0 }
}

const updateByBus = ({ bus }: CacheContext, states: CachedStates): void => {
  const { cache, groups, changed } = states
  const markChanged = (id: string) => {
    if (states.activeReads > 0) changed.add(id)
  }
  bus.subscribe('actor.changed', () => {
    states.rightsVersion++
    cache.clear()
  })
  bus.subscribe('conversation.changed', ({ conversationId }) => {
    markChanged(conversationId)
    cache.delete(conversationId)
  })
  // Moderators may have hidden the event or shown it again.
  bus.subscribe('event.updated', ({ eventId }) => {
    markChanged(eventId)
    const conversationId = groups.get(eventId)
    if (conversationId) cache.delete(conversationId)
  })
  for (const kind of receiptKinds)
    bus.subscribe(`message.${kind}`, ({ conversationId, userId, place }) => {
      markChanged(conversationId)
      const member = cache.get(conversationId)?.members.get(userId)
      if (!member) return
      member[kind] = Math.max(member[kind], place)
      // A message that was read counts as received too.
      member.received = Math.max(member.received, place)
    })
}

/** Reads conversations by keys `communityId conversationId`; caches those that have not changed during the read. */
const readStates = async ({ db }: CacheContext, cached: CachedStates, keys: readonly string[]) => {
  const { cache, groups, changed } = cached
  cached.activeReads++
  const versionBefore = cached.rightsVersion
  try {
    const rows = await findConversationStates(
      db,
      keys.map(key => ({ communityId: key.slice(0, 36), conversationId: key.slice(37) })),
    )
    const states = rows.map(toState)
    for (const state of states)
      if (
        cached.rightsVersion === versionBefore &&
        !changed.has(state.conversationId) &&
        !changed.has(state.eventId ?? '')
      ) {
        cache.set(state.conversationId, state)
        if (state.eventId) groups.set(state.eventId, state.conversationId)
      }
    return new Map(states.map(state => [`${state.communityId} ${state.conversationId}`, state]))
  } finally {
    if (--cached.activeReads === 0) changed.clear()
  }
}

const createConversationCache = (context: CacheContext) => {
  const states = createCachedStates(context)
  const { cache } = states
  updateByBus(context, states)
  const read = batchReads((keys: readonly string[]) => readStates(context, states, keys))

  const find = async ({ communityId, conversationId }: ConversationKey) =>
    cache.get(conversationId) ?? (await read(`${communityId} ${conversationId}`))
  return {
    find,
    async findFor(userId: string, conversationId: string): Promise<ConversationState | undefined> {
      const communityId =
        cache.get(conversationId)?.communityId ?? (await findConversationCommunity(context.db, userId, conversationId))
      const state = communityId === undefined ? undefined : await find({ communityId, conversationId })
      return state?.members.has(userId) ? state : undefined
    },
  }
}

export const conversationCache = defineState(createConversationCache)

/** The lowest position of all members except the viewer and users in `blockedIds`; 0 if there are no others. */
export const lowestPlaceOfOthers = (
  { members }: Pick<ConversationState, 'members'>,
  kind: ReceiptKind,
  viewer: { userId: string; blockedIds: readonly string[] },
): number => {
  let lowest = Infinity
  for (const member of members.values())
    if (member.userId !== viewer.userId && !viewer.blockedIds.includes(member.userId))
      lowest = Math.min(lowest, member[kind])
  return lowest === Infinity ? 0 : lowest
}

/** The two members with the lowest position, as one string; while it is unchanged, no member sees a new position. */
export const slowestTwo = ({ members }: ConversationState, kind: ReceiptKind): string => {
  const places = [...members.values()].map(member => [member[kind], member.userId] as const)
  return places
    .sort(([a], [b]) => a - b)
    .slice(0, 2)
    .join()
}
