// Stores a message under the next number, once per tmpId of its sender, and advances `last_place`.
import type { MessageType } from '@parvis/contract/chat.ts'
import { sql } from 'kysely'
import { type Attempt, type Limit, recordedAmount } from '#server/kernel/limits/rate-limit.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { batchWrites } from '#server/kernel/postgres/batched-writes.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { prepareStatement } from '#server/kernel/postgres/prepared.ts'

export interface NewMessage {
  communityId: string
  conversationId: string
  id: string
  userId: string
  userCommunityId: string
  tmpId: string
  messageType: MessageType | null
  text: string | null
  imageId: string | null
  latitude: number | null
  longitude: number | null
  youtubeVideoId: string | null
  eventId: string | null
  eventCommunityId: string | null
  now: Date
  /** Day limits, consumed only when the message is new; system messages have none. */
  dayLimits?: { count: Limit; text: Limit }
}

/** Id and `place` of the stored message; those of the earlier message if the tmpId is repeated. */
export interface StoredMessage {
  id: string
  place: number
  usage: Pick<Attempt, 'bucket' | 'used'>[]
}

interface StoredRow {
  ord: number
  id: string
  place: number
  count: number | null
  text: number | null
}

/**
 * Stores messages in the given order: locks each conversation, assigns the next places and advances `last_place`, so
 * that a failure leaves no gap. A repeated tmpId returns the stored message. Returns nothing for a sender who is not a
 * member, or who writes in the group of an event hidden by moderators; system messages about joining and leaving are
 * stored there all the same. If a day limit is reached, the whole batch fails. Each row is looked up by a lateral
 * subquery: the planner assumes ten rows in a batch, and for ten it would scan a whole table of some hundred rows.
 */
const insertStatement = prepareStatement<
  { [K in keyof Omit<NewMessage, 'dayLimits'>]: NewMessage[K][] } & {
    countBucket: (string | null)[]
    countMost: (number | null)[]
    textBucket: (string | null)[]
    textBytes: (number | null)[]
    textMost: (number | null)[]
    patience: string
  },
  StoredRow
>(
  value => sql<StoredRow>`
      with patience as materialized (
        select set_config('lock_timeout', ${value('patience')}, true)
      ), sent as materialized (
        select s.* from patience, unnest(${value('communityId')}::uuid[], ${value('conversationId')}::uuid[], ${value('id')}::uuid[],
          ${value('userId')}::uuid[], ${value('userCommunityId')}::uuid[], ${value('tmpId')}::text[], ${value('messageType')}::text[],
          ${value('text')}::text[], ${value('imageId')}::uuid[], ${value('latitude')}::float8[], ${value('longitude')}::float8[],
          ${value('youtubeVideoId')}::text[], ${value('eventId')}::uuid[], ${value('eventCommunityId')}::uuid[], ${value('now')}::timestamptz[],
          ${value('countBucket')}::text[], ${value('countMost')}::int[],
          ${value('textBucket')}::text[], ${value('textBytes')}::int[], ${value('textMost')}::int[])
          with ordinality as s (community_id, conversation_id, id, user_id, user_community_id, tmp_id, message_type, text, image_id,
            latitude, longitude, youtube_video_id, event_id, event_community_id, now, count_bucket, count_most, text_bucket, text_bytes, text_most, ord)
      ), locked as materialized (
        select c.* from (select distinct community_id, conversation_id as id from sent order by community_id, conversation_id) asked,
          lateral (select community_id, id, event_id, last_place from conversations
            where community_id = asked.community_id and id = asked.id for no key update) c
      ), known as materialized (
        select s.ord, m.id, m.place from sent s,
          lateral (select id, place from messages
            where community_id = s.community_id and user_id = s.user_id and tmp_id = s.tmp_id limit 1) m
      ), fresh as materialized (
        select distinct on (s.community_id, s.user_id, s.tmp_id) s.*, l.last_place from sent s
        join locked l on l.community_id = s.community_id and l.id = s.conversation_id
        where s.ord not in (select ord from known)
          and exists (select from conversation_members cm where cm.community_id = s.community_id
            and cm.conversation_id = s.conversation_id and cm.user_id = s.user_id and cm.left_at is null)
          and (l.event_id is null or s.message_type in ('joined', 'left') or not exists (select from events e
            where e.community_id = l.community_id and e.id = l.event_id and e.hidden_at is not null))
        order by s.community_id, s.user_id, s.tmp_id, s.ord
      ), counted as materialized (
        select id, take_amount(count_bucket, 1, count_most, interval '1 day') as count,
          take_amount(text_bucket, text_bytes, text_most, interval '1 day') as text
        from (select * from fresh order by user_id, ord offset 0) in_order
      ), numbered as materialized (
        select f.*, f.last_place + row_number() over (partition by f.community_id, f.conversation_id order by f.ord) as place from fresh f
      ), moved as (
        update conversations c set last_place = n.place, last_message_at = n.now
        from (select community_id, conversation_id, max(place)::int as place, max(now) as now from numbered group by 1, 2) n
        where c.community_id = n.community_id and c.id = n.conversation_id
      ), stored as (
        insert into messages (community_id, conversation_id, place, id, user_id, user_community_id, tmp_id, message_type, text, image_id,
          latitude, longitude, youtube_video_id, event_id, event_community_id, created_at)
        select community_id, conversation_id, place, id, user_id, user_community_id, tmp_id, message_type, text, image_id,
          latitude, longitude, youtube_video_id, event_id, event_community_id, now from numbered
        returning community_id, user_id, tmp_id, id, place
      )
      select s.ord::int as ord, w.id, w.place, c.count, c.text from stored w
      join sent s on s.community_id = w.community_id and s.user_id = w.user_id and s.tmp_id = w.tmp_id
      join counted c on c.id = w.id
      union all select ord::int, id, place, null, null from known`,
)

/**
 * Returns one result per message; undefined if the sender may not write there. Waits at most `lockTimeoutMs` for locks;
 * 0 means up to the statement timeout.
 */
export const writeMessages = async (
  executor: Db | Tx,
  messages: readonly NewMessage[],
  lockTimeoutMs = 0,
): Promise<(StoredMessage | undefined)[]> => {
  const column = <K extends keyof NewMessage>(name: K) => messages.map(one => one[name])
  const text = messages.map(({ dayLimits }) => (dayLimits?.text.amount ? dayLimits.text : null))
  const { rows } = await executor.executeQuery(
    insertStatement({
      communityId: column('communityId'),
      conversationId: column('conversationId'),
      id: column('id'),
      userId: column('userId'),
      userCommunityId: column('userCommunityId'),
      tmpId: column('tmpId'),
      messageType: column('messageType'),
      text: column('text'),
      imageId: column('imageId'),
      latitude: column('latitude'),
      longitude: column('longitude'),
      youtubeVideoId: column('youtubeVideoId'),
      eventId: column('eventId'),
      eventCommunityId: column('eventCommunityId'),
      now: column('now'),
      countBucket: messages.map(({ dayLimits }) => dayLimits?.count.bucket ?? null),
      countMost: messages.map(({ dayLimits }) => dayLimits?.count.max ?? null),
      textBucket: text.map(limit => limit?.bucket ?? null),
      textBytes: text.map(limit => limit?.amount ?? null),
      textMost: text.map(limit => limit?.max ?? null),
      patience: `${lockTimeoutMs}ms`,
    }),
  )
  const stored = new Map(rows.map(row => [row.ord, row]))
  return messages.map(({ dayLimits }, at) => {
    const row = stored.get(at + 1)
    if (!row) return undefined
    const { id, place, count, text: bytes } = row
    const usage = dayLimits ? [recordedAmount(dayLimits.count, count), recordedAmount(dayLimits.text, bytes)] : []
    return { id, place, usage }
  })
}

/** Stores a message in one batch with others that arrive at the same time, in order of arrival. */
export const messageWriter = defineState(({ db }: Pick<Platform, 'db'>) =>
  batchWrites((sent: readonly NewMessage[], lockTimeoutMs) => writeMessages(db, sent, lockTimeoutMs), {
    keyOf: ({ conversationId }) => conversationId,
    maxSize: 64,
    // After a failed batch, messages are retried one by one, which keeps their order.
    isolatedConcurrency: 1,
  }),
)
