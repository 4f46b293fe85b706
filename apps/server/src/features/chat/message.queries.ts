import { systemMessageTypes, type MessageType } from '@parvis/contract/chat.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { authorColumn, type AuthorRow } from '#server/kernel/author.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'
import { mediaColumn, type MediaRow } from '#server/kernel/picture.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'

/** Whether message `m` is a system message of a group, which has no text. */
export const isSystemMessageColumn = sql<boolean>`(m.message_type is not null and m.message_type in (${sql.join(systemMessageTypes.map(type => sql.lit(type)))}))`

type ReadContext = Pick<Platform, 'db' | 'clock' | 'settings'>

/** Content of a hidden message for its author, and whether the author has been informed. */
interface RetainedContent {
  text: string | null
  latitude: number | null
  longitude: number | null
  youtube_video_id: string | null
  video_title: string | null
  event_id: string | null
  event_community_id: string | null
  image: MediaRow | null
  told: boolean
}

const retainedColumn = sql`case when h.message_id is not null then json_build_object('text', h.content -> 'text', 'latitude', h.content -> 'latitude',
  'longitude', h.content -> 'longitude', 'youtube_video_id', h.content -> 'youtube_video_id', 'video_title', h.content -> 'video_title',
  'event_id', h.content -> 'event_id', 'event_community_id', h.content -> 'event_community_id', 'told', h.is_told, 'image', ${mediaColumn('hi')}) end`

export interface MessageRow {
  community_id: string
  conversation_id: string
  place: number
  id: string
  user_id: string
  tmp_id: string
  message_type: MessageType | null
  text: string | null
  latitude: number | null
  longitude: number | null
  youtube_video_id: string | null
  video_title: string | null
  event_id: string | null
  event_community_id: string | null
  created_at: Date
  deleted_at: Date | null
  hidden_at: Date | null
  retained: RetainedContent | null
  author: AuthorRow
  image: MediaRow | null
}

const selectMessages = (platform: ReadContext, source: RawBuilder<unknown>) =>
  selectRows(
    platform.db,
    sql<MessageRow>`
  select m.community_id, m.conversation_id, m.place, m.id, m.user_id, m.tmp_id, m.message_type, m.text, m.latitude, m.longitude,
    m.youtube_video_id, m.video_title, m.event_id, m.event_community_id, m.created_at, m.deleted_at, m.hidden_at,
    ${retainedColumn} as retained, ${authorColumn('u', currentAgeRule(platform))} as author, ${mediaColumn('i')} as image
  from (${source}) m
  join users u on u.community_id = m.user_community_id and u.id = m.user_id
  left join media i on i.id = m.image_id
  left join hidden_messages h on m.hidden_at is not null and h.community_id = m.community_id and h.message_id = m.id
  left join media hi on hi.id = h.image_id
  order by m.conversation_id, m.place desc`,
  )

export interface ConversationKey {
  communityId: string
  conversationId: string
}

export const findMessages = (
  platform: ReadContext,
  { communityId, conversationId }: ConversationKey,
  { before, skip, limit }: { before: number; skip: number; limit: number },
): Promise<MessageRow[]> =>
  selectMessages(
    platform,
    sql`select * from messages
    where community_id = ${communityId} and conversation_id = ${conversationId} and place < ${before}
    order by place desc offset ${skip} limit ${limit}`,
  )

export const findMessagesById = async (
  platform: ReadContext,
  keys: readonly { communityId: string; id: string }[],
): Promise<MessageRow[]> => {
  if (keys.length === 0) return []
  return selectMessages(
    platform,
    sql`select m.* from unnest(${keys.map(({ communityId }) => communityId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      as asked (community_id, id) join messages m on m.community_id = asked.community_id and m.id = asked.id`,
  )
}

export const findSentMessage = async (
  platform: ReadContext,
  communityId: string,
  userId: string,
  tmpId: string,
): Promise<MessageRow | undefined> =>
  (
    await selectMessages(
      platform,
      sql`select * from messages where community_id = ${communityId} and user_id = ${userId} and tmp_id = ${tmpId}`,
    )
  )[0]

/** A message with up to five messages before and after it, including deleted ones and those of hidden users. */
export const findMessagesAround = (db: Db | Tx, { communityId, conversationId }: ConversationKey, place: number) =>
  db
    .selectFrom('messages')
    .select(['id', 'place', 'user_id', 'message_type', 'text', 'image_id', 'latitude', 'longitude', 'youtube_video_id'])
    .select(['event_id', 'created_at', 'deleted_at'])
    .where('community_id', '=', communityId)
    .where('conversation_id', '=', conversationId)
    .where('place', '>=', place - 5)
    .where('place', '<=', place + 5)
    .orderBy('place')
    .execute()

/**
 * A message in a conversation of which this user is a member, or the user's own message in a group that the user has
 * left; with the id of its picture.
 */
export const findMessageOfMember = async (db: Db | Tx, userId: string, id: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversation_members as cm', join =>
      join
        .onRef('cm.community_id', '=', 'm.community_id')
        .onRef('cm.conversation_id', '=', 'm.conversation_id')
        .on('cm.user_id', '=', userId),
    )
    .select(['m.community_id', 'm.conversation_id', 'm.place', 'm.id', 'm.user_id', 'm.message_type', 'm.image_id'])
    .select(['m.user_community_id', 'm.created_at', 'm.deleted_at'])
    .where('m.id', '=', id)
    .where(({ eb, or }) => or([eb('cm.left_at', 'is', null), eb('m.user_id', '=', userId)]))
    .executeTakeFirst()

/** Messages that a client has missed: in known conversations after the last known one, in others since a given time. */
export const findMissedRows = async (
  platform: ReadContext,
  userId: string,
  knownPlaces: Readonly<Record<string, number>>,
  since: Date | null,
  limit: number,
): Promise<MessageRow[]> => {
  const ids = Object.keys(knownPlaces)
  const missed = sql`select missed.* from (
      select cm.community_id, cm.conversation_id, asked.place from conversation_members cm
      left join unnest(${ids}::uuid[], ${ids.map(id => knownPlaces[id]!)}::int[]) as asked (id, place) on asked.id = cm.conversation_id
      where cm.user_id = ${userId} and cm.left_at is null
    ) mine
    join conversations c on c.community_id = mine.community_id and c.id = mine.conversation_id
      and c.last_place > coalesce(mine.place, 0) and (mine.place is not null or c.last_message_at >= ${since}::timestamptz)
    cross join lateral (
      select m.* from messages m
      where m.community_id = c.community_id and m.conversation_id = c.id and m.place > coalesce(mine.place, 0)
        and (mine.place is not null or m.created_at >= ${since}::timestamptz)
      order by m.place limit ${limit}) missed
    limit ${limit}`
  return (await selectMessages(platform, missed)).toSorted(
    (a, b) => a.conversation_id.localeCompare(b.conversation_id) || a.place - b.place,
  )
}

/** Groups with a message since the given time, ordered by id, after the given id. */
export const findGroupsSince = async (
  db: Db,
  since: Date,
  after: string | null,
  limit: number,
): Promise<(ConversationKey & { eventId: string })[]> => {
  const rows = await db
    .selectFrom('conversations')
    .select(['community_id', 'id', 'event_id'])
    .where('event_id', 'is not', null)
    .where('last_message_at', '>', since)
    .$if(after !== null, query => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ community_id, id, event_id }) => ({
    communityId: community_id,
    conversationId: id,
    eventId: event_id!,
  }))
}

/**
 * Leaves out deleted and system messages. Messages hidden until a decision are counted, because otherwise their sender
 * would notice that they are hidden.
 */
export const countMessages = async (db: Db, { communityId, conversationId }: ConversationKey): Promise<number> => {
  const { count } = await db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('community_id', '=', communityId)
    .where('conversation_id', '=', conversationId)
    .where(
      sql<boolean>`(deleted_at is null or (hidden_at is not null and exists (select from hidden_messages h
        where h.community_id = messages.community_id and h.message_id = messages.id and not h.is_told)))`,
    )
    .where(({ eb, or }) => or([eb('message_type', 'is', null), eb('message_type', 'not in', [...systemMessageTypes])]))
    .executeTakeFirstOrThrow()
  return Number(count)
}
