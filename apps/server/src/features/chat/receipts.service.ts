// Receipts (the last message that a member has received or read) are written in batches and then published; a receipt
// never moves back to an earlier message.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { coalesce } from '#server/kernel/coalesce.ts'
import { fail } from '#server/kernel/errors.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { batchCalls } from '#server/kernel/postgres/batched-reads.ts'
import { isConversationClosedTo } from './chat.policy.ts'
import { type ReceiptKind, conversationCache } from './conversation-cache.ts'
import type { ConversationKey } from './message.queries.ts'

const COALESCE_MS = 40
const RETRY_MS = 2_000
const MAX_BATCH = 500

type ReceiptContext = Pick<Platform, 'state' | 'db' | 'bus' | 'background' | 'clock'>

interface Receipt extends ConversationKey {
  userId: string
  received: number
  read: number
}

interface UpdatedReceiptRow {
  community_id: string
  conversation_id: string
  user_id: string
  received_place: number
  read_place: number
  was_received: number
  was_read: number
}

const writeReceipts = async (platform: ReceiptContext, receipts: readonly Receipt[]) => {
  const { db, bus } = platform
  const { rows } = await sql<UpdatedReceiptRow>`
    with asked as (
      select community_id, conversation_id, user_id, max(received) as received, max(read) as read
      from unnest(${receipts.map(one => one.communityId)}::uuid[], ${receipts.map(one => one.conversationId)}::uuid[],
        ${receipts.map(one => one.userId)}::uuid[], ${receipts.map(one => one.received)}::int[], ${receipts.map(one => one.read)}::int[])
        as a (community_id, conversation_id, user_id, received, read)
      group by 1, 2, 3
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
    const state = await conversationCache(platform).find(key)
    const change = { ...key, userId: row.user_id, userIds: [...(state?.members.keys() ?? [])] }
    if (row.received_place > row.was_received && row.read_place === row.was_read)
      bus.publish('message.received', { ...change, place: row.received_place })
    if (row.read_place > row.was_read) bus.publish('message.read', { ...change, place: row.read_place })
  }
}

const receiptWriters = defineState((platform: ReceiptContext) => ({
  delayed: coalesce<Receipt>({
    background: platform.background,
    firstAfterMs: COALESCE_MS,
    gapMs: COALESCE_MS,
    most: MAX_BATCH,
    // While the database is unavailable, receipts are retried later.
    retryMs: RETRY_MS,
    write: receipts => writeReceipts(platform, receipts),
  }),
  writeNow: batchCalls<Receipt, void>(
    async receipts => {
      await writeReceipts(platform, receipts)
      return receipts.map(() => {})
    },
    { maxSize: MAX_BATCH },
  ),
}))

/** Records the last message that the user has received or read; throws `error404` if the user is not a member. */
export const recordReceipt = async (
  platform: Platform,
  actor: Actor,
  { conversationId, place }: { conversationId: string; place: number },
  kind: ReceiptKind,
): Promise<void> => {
  const state = (await conversationCache(platform).findFor(actor.userId, conversationId)) ?? fail('error404')
  if (isConversationClosedTo(actor, state)) fail('error404')
  const { communityId } = state
  receiptWriters(platform).delayed.add({
    communityId,
    conversationId,
    userId: actor.userId,
    received: place,
    read: kind === 'read' ? place : 0,
  })
}

/** Records that the user has read up to `place`, without a check of membership; resolves after the first try. */
export const markReadUpTo = async (
  platform: Platform,
  actor: Actor,
  key: ConversationKey,
  place: number,
): Promise<void> => {
  const { writeNow, delayed } = receiptWriters(platform)
  const receipt = { ...key, userId: actor.userId, received: place, read: place }
  await writeNow(receipt).catch(() => delayed.add(receipt))
}
