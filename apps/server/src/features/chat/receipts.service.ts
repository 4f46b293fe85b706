// Receipts (received and read places) are published as they come and written in batches; a place only ever grows.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isClosedTo } from './chat.policy.ts'
import { type ReceiptKind, statesOf } from './conversation-states.ts'
import type { ConversationKey } from './message.queries.ts'

const TOGETHER_MS = 40
const AGAIN_MS = 2_000
const MOST_TOGETHER = 500

interface Pending extends ConversationKey {
  userId: string
  received: number
  read: number
}

interface Written {
  community_id: string
  conversation_id: string
  user_id: string
  received_place: number
  read_place: number
  was_received: number
  was_read: number
}

const write = async (platform: Pick<Platform, 'db' | 'bus' | 'background' | 'clock'>, receipts: readonly Pending[]) => {
  const { db, bus } = platform
  const { rows } = await sql<Written>`
    with asked as (
      select * from unnest(${receipts.map(one => one.communityId)}::uuid[], ${receipts.map(one => one.conversationId)}::uuid[],
        ${receipts.map(one => one.userId)}::uuid[], ${receipts.map(one => one.received)}::int[], ${receipts.map(one => one.read)}::int[])
        as a (community_id, conversation_id, user_id, received, read)
    ), held as materialized (
      select cm.*, least(a.received, c.last_place) as received, least(a.read, c.last_place) as read
      from asked a
      join conversation_members cm on cm.community_id = a.community_id and cm.conversation_id = a.conversation_id and cm.user_id = a.user_id
      join conversations c on c.community_id = a.community_id and c.id = a.conversation_id
      where cm.left_at is null
      order by cm.community_id, cm.conversation_id, cm.user_id for no key update of cm
    )
    update conversation_members cm
    set received_place = greatest(h.received_place, h.received, h.read), read_place = greatest(h.read_place, h.read)
    from held h
    where cm.community_id = h.community_id and cm.conversation_id = h.conversation_id and cm.user_id = h.user_id
      and (greatest(h.received, h.read) > h.received_place or h.read > h.read_place)
    returning cm.community_id, cm.conversation_id, cm.user_id, cm.received_place, cm.read_place,
      h.received_place as was_received, h.read_place as was_read`.execute(db)
  for (const row of rows) {
    const key = { communityId: row.community_id, conversationId: row.conversation_id }
    const state = await statesOf(platform).find(key)
    const news = { ...key, userId: row.user_id, userIds: [...(state?.members.keys() ?? [])] }
    if (row.received_place > row.was_received && row.read_place === row.was_read)
      bus.announce('message.received', { ...news, place: row.received_place })
    if (row.read_place > row.was_read) bus.announce('message.read', { ...news, place: row.read_place })
  }
}

interface Writer {
  note(receipt: Pending): void
  flush(): Promise<void>
}

const createWriter = (platform: Pick<Platform, 'db' | 'bus' | 'background' | 'clock'>): Writer => {
  let pending = new Map<string, Pending>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let end: (() => void) | undefined

  const run = async () => {
    timer = undefined
    const batch = [...pending.values()]
    pending = new Map()
    for (let at = 0; at < batch.length; at += MOST_TOGETHER) {
      const slice = batch.slice(at, at + MOST_TOGETHER)
      try {
        await write(platform, slice)
      } catch {
        // While the database is unavailable they are retried later.
        for (const one of slice) merge(one)
        timer ??= setTimeout(start, AGAIN_MS).unref()
      }
    }
    if (pending.size > 0) return
    end?.()
    end = undefined
  }
  const start = () => {
    running = running.then(run)
  }
  const merge = (one: Pending) => {
    const name = `${one.conversationId} ${one.userId}`
    const known = pending.get(name)
    pending.set(name, {
      ...one,
      received: Math.max(one.received, known?.received ?? 0),
      read: Math.max(one.read, known?.read ?? 0),
    })
  }
  return {
    note(one) {
      merge(one)
      end ??= platform.background.begin()
      timer ??= setTimeout(start, platform.background.pause(TOGETHER_MS)).unref()
    },
    async flush() {
      clearTimeout(timer)
      start()
      await running
    },
  }
}

const ofServer = new WeakMap<Platform['bus'], Writer>()

const writerOf = (platform: Pick<Platform, 'db' | 'bus' | 'background' | 'clock'>): Writer => {
  const writer = ofServer.get(platform.bus) ?? createWriter(platform)
  ofServer.set(platform.bus, writer)
  return writer
}

/** Records how far the user has come in a conversation; throws `error404` when they are not a member. */
export const noteReceipt = async (
  platform: Platform,
  actor: Actor,
  { conversationId, place }: { conversationId: string; place: number },
  kind: ReceiptKind,
): Promise<void> => {
  const state = (await statesOf(platform).findFor(actor.userId, conversationId)) ?? fail('error404')
  if (isClosedTo(actor, state)) fail('error404')
  const { communityId } = state
  writerOf(platform).note({
    communityId,
    conversationId,
    userId: actor.userId,
    received: place,
    read: kind === 'read' ? place : 0,
  })
}

/** The same, but written when it resolves. */
export const readTo = async (platform: Platform, actor: Actor, key: ConversationKey, place: number): Promise<void> => {
  const writer = writerOf(platform)
  writer.note({ ...key, userId: actor.userId, received: place, read: place })
  await writer.flush()
}
