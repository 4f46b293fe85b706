// What is published is there whole or not at all: the event, its channels, its idempotency key, and the hit that it costs.
import type { EventGroup } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { newId } from '#server/kernel/ids.ts'
import { hitOf, type Limit, tooManyOf } from '#server/kernel/limits/rate-limit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { prepare, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { cardColumns, type CardRow, cardTables } from './card.queries.ts'
import type { EventWords } from './change-event.service.ts'

export interface NewEvent {
  words: EventWords
  groupId: EventGroup
  photoId: string | null
  channelIds: readonly string[]
  /** The name that its sender gave it: sent twice under one name it is one event. */
  tmpId: string | undefined
  /** Counted for the first of those that are sent under one name. */
  limit: Limit
  now: Date
}

/** The event that this member has already sent under this name. */
export const findSentEvent = async (db: Db, actor: Actor, tmpId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('idempotency_keys')
      .select('event_id')
      .where('community_id', '=', actor.communityId)
      .where('user_id', '=', actor.userId)
      .where('tmp_id', '=', tmpId)
      .executeTakeFirst()
  )?.event_id

type Values = Required<EventWords> & {
  communityId: string
  id: string
  userId: string
  groupId: EventGroup
  tmpId: string | null
  photoId: string | null
  channelIds: readonly string[]
  now: Date
  hitId: string
  bucket: string
  most: number
  window: string
}

type Row = Omit<CardRow, 'channel_ids'>

const statements = new WeakMap<Db, Prepared<Values, Row>>()

/** Each part waits for the one that it reads: the hit for the name, the event for the hit, its channels for the event. */
const statementOf = (db: Db) => {
  const statement =
    statements.get(db) ??
    prepare<Values, Row>(
      db,
      value => sql<Row>`
      with named as (
        insert into idempotency_keys (community_id, user_id, tmp_id, event_id)
        select ${value('communityId')}::uuid, ${value('userId')}::uuid, ${value('tmpId')}::text, ${value('id')}::uuid
        where ${value('tmpId')}::text is not null
        on conflict do nothing returning event_id
      ), counted as materialized (
        select take_hits(array[${value('hitId')}]::uuid[], array[${value('bucket')}]::text[],
          array[${value('most')}]::int[], array[${value('window')}]::interval[])
        where ${value('tmpId')}::text is null or exists (select from named)
      ), written as (
        insert into events (community_id, id, user_id, group_id, title, title_en, description, description_en,
          post_description, post_description_en, youtube_video_id, photo_id, created_at, updated_at)
        select ${value('communityId')}::uuid, ${value('id')}::uuid, ${value('userId')}::uuid, ${value('groupId')}::text,
          ${value('title')}::text, ${value('title_en')}::text,
          ${value('description')}::text, ${value('description_en')}::text,
          ${value('post_description')}::text, ${value('post_description_en')}::text, ${value('youtube_video_id')}::text,
          ${value('photoId')}::uuid, ${value('now')}::timestamptz, ${value('now')}::timestamptz
        from counted
        returning *
      ), found as materialized (
        select w.community_id, w.id, w.group_id, event_search(w::events) as document from written w
      ), placed as (
        insert into event_channels (channel_id, event_id, community_id, group_id, document)
        select c.channel_id, f.id, f.community_id, f.group_id, f.document
        from found f, unnest(${value('channelIds')}::uuid[]) as c (channel_id)
      )
      select ${cardColumns} from written e ${cardTables}`,
    )
  statements.set(db, statement)
  return statement
}

/** Words that were not said are none. */
const wholeWords = (words: EventWords): Required<EventWords> => ({
  title: words.title ?? null,
  title_en: words.title_en ?? null,
  description: words.description ?? null,
  description_en: words.description_en ?? null,
  post_description: words.post_description ?? null,
  post_description_en: words.post_description_en ?? null,
  youtube_video_id: words.youtube_video_id ?? null,
})

/**
 * Stores an event in one statement, and answers its id and what its card shows; the id alone of the one before when it was sent under
 * the same name, once that one is committed. Throws `toomanyrequests` when the limit is reached.
 */
export const createEvent = async (
  { db, tx }: { db: Db; tx?: Tx },
  actor: Actor,
  { words, groupId, photoId, channelIds, tmpId, limit, now }: NewEvent,
): Promise<{ id: string; row: CardRow | undefined }> => {
  const id = newId()
  const { id: hitId, ...hit } = hitOf(limit)
  const { communityId, userId } = actor
  const values = {
    ...wholeWords(words),
    communityId,
    id,
    userId,
    groupId,
    tmpId: tmpId ?? null,
    photoId,
    channelIds,
    now,
    hitId,
    ...hit,
  }
  try {
    const { rows } = await (tx ?? db).executeQuery(statementOf(db)(values))
    if (rows[0]) return { id, row: { ...rows[0], channel_ids: [...channelIds] } }
  } catch (error) {
    throw tooManyOf(error)
  }
  return { id: (await findSentEvent(tx ?? db, actor, tmpId!))!, row: undefined }
}
