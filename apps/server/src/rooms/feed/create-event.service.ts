// What is published is there whole or not at all: the event, its channels, the name that its sender gave it, and the hit that it costs.
import type { EventGroup } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { newId } from '#server/kernel/ids.ts'
import { type Limit, takeHitsSql, tooManyOf } from '#server/kernel/limits/rate-limit.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
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

/**
 * Stores an event in one statement, and answers its id and what its card shows; the id alone of the one before when it was sent under
 * the same name, once that one is committed. Throws `toomanyrequests` when the limit is reached.
 */
export const createEvent = async (
  db: Db,
  actor: Actor,
  { words, groupId, photoId, channelIds, tmpId, limit, now }: NewEvent,
): Promise<{ id: string; row: CardRow | undefined }> => {
  const id = newId()
  try {
    const { rows } = await sql<Omit<CardRow, 'channel_ids'>>`
      with named as (
        insert into idempotency_keys (community_id, user_id, tmp_id, event_id)
        select ${actor.communityId}::uuid, ${actor.userId}::uuid, ${tmpId ?? null}::text, ${id}::uuid where ${tmpId ?? null}::text is not null
        on conflict do nothing returning event_id
      ), counted as materialized (
        select ${takeHitsSql([limit])} where ${tmpId ?? null}::text is null or exists (select from named)
      ), written as (
        insert into events (community_id, id, user_id, group_id, title, title_en, description, description_en, post_description,
          post_description_en, youtube_video_id, photo_id, created_at, updated_at)
        select ${actor.communityId}::uuid, ${id}::uuid, ${actor.userId}::uuid, ${groupId}::text, ${words.title ?? null}::text, ${words.title_en ?? null}::text,
          ${words.description ?? null}::text, ${words.description_en ?? null}::text, ${words.post_description ?? null}::text,
          ${words.post_description_en ?? null}::text, ${words.youtube_video_id ?? null}::text, ${photoId}::uuid, ${now}::timestamptz, ${now}::timestamptz
        from counted
        returning *
      ), found as materialized (
        select w.community_id, w.id, w.group_id, event_search(w::events) as document from written w
      ), placed as (
        insert into event_channels (channel_id, event_id, community_id, group_id, document)
        select c.channel_id, f.id, f.community_id, f.group_id, f.document from found f, unnest(${channelIds}::uuid[]) as c (channel_id)
      )
      select ${cardColumns} from written e ${cardTables}`.execute(db)
    if (rows[0]) return { id, row: { ...rows[0], channel_ids: [...channelIds] } }
  } catch (error) {
    throw tooManyOf(error)
  }
  return { id: (await findSentEvent(db, actor, tmpId!))!, row: undefined }
}
