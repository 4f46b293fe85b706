// New events are inserted by one SQL statement, together with the new events of concurrent requests.
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { sql } from 'kysely'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { batchWrites } from '#server/kernel/postgres/batched-writes.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { prepareStatement } from '#server/kernel/postgres/prepared.ts'
import { mediaColumn, type MediaRow } from '#server/kernel/picture.ts'
import type { EventTexts } from './change-event.service.ts'

/** The columns of a new event and the rate limits that it consumes. */
export type EventInsert = Required<EventTexts> & {
  communityId: string
  id: string
  userId: string
  groupId: EventGroup
  tmpId: string | null
  weather: string | null
  photoId: string | null
  now: Date
  names: string
  /** Names of the place and the template, by which the event is found in a search. */
  source_names: string | null
  source_names_en: string | null
  templateId: string | null
  categoryId: string | null
  dealId: string | null
  dateId: string | null
  timeId: string | null
  startsAt: Date | null
  beginsAt: Date | null
  overAt: Date | null
  placeId: string | null
  locationId: string | null
  choiceId: string | null
  channelIds: readonly string[]
  bucket: string
  max: number
  window: string
  postsBucket: string | null
  postsMost: number | null
  textBucket: string | null
  textBytes: number | null
  textMost: number | null
}

export interface InsertedEventRow {
  id: string
  photo: MediaRow | null
  posts: number | null
  text: number | null
}

/** The values of several events, one array per column. */
type Columns = { [K in Exclude<keyof EventInsert, 'channelIds'>]: EventInsert[K][] } & {
  placedIds: string[]
  placedChannelIds: string[]
  lockTimeout: string
}

/** Each CTE reads from an earlier one, which fixes the order: idempotency key, limits, event, channels. */
const insertStatement = prepareStatement<Columns, InsertedEventRow>(
  value => sql<InsertedEventRow>`
      with lock_timeout as materialized (
        select set_config('lock_timeout', ${value('lockTimeout')}, true)
      ), sent as materialized (
        select s.* from lock_timeout, unnest(${value('communityId')}::uuid[], ${value('id')}::uuid[], ${value('userId')}::uuid[],
          ${value('groupId')}::text[], ${value('tmpId')}::text[], ${value('photoId')}::uuid[],
          ${value('title')}::text[], ${value('title_en')}::text[],
          ${value('description')}::text[], ${value('description_en')}::text[],
          ${value('post_description')}::text[], ${value('post_description_en')}::text[], ${value('youtube_video_id')}::text[],
          ${value('now')}::timestamptz[], ${value('names')}::text[], ${value('source_names')}::text[], ${value('source_names_en')}::text[],
          ${value('templateId')}::uuid[], ${value('categoryId')}::uuid[], ${value('dealId')}::uuid[],
          ${value('dateId')}::text[], ${value('timeId')}::text[], ${value('startsAt')}::timestamptz[],
          ${value('beginsAt')}::timestamptz[], ${value('overAt')}::timestamptz[],
          ${value('placeId')}::uuid[], ${value('locationId')}::uuid[], ${value('choiceId')}::text[], ${value('weather')}::jsonb[],
          ${value('bucket')}::text[], ${value('max')}::int[], ${value('window')}::interval[],
          ${value('postsBucket')}::text[], ${value('postsMost')}::int[],
          ${value('textBucket')}::text[], ${value('textBytes')}::int[], ${value('textMost')}::int[])
          as s (community_id, id, user_id, group_id, tmp_id, photo_id, title, title_en, description, description_en,
            post_description, post_description_en, youtube_video_id, now, names, source_names, source_names_en,
            template_id, category_id, deal_id, date_id, time_id, starts_at, begins_at, over_at, place_id, location_id, choice_id, weather, bucket, most, within,
            posts_bucket, posts_most, text_bucket, text_bytes, text_most)
      ), named as (
        insert into idempotency_keys (community_id, user_id, tmp_id, event_id)
        select community_id, user_id, tmp_id, id from sent where tmp_id is not null order by user_id, tmp_id
        on conflict do nothing returning event_id
      ), counted as materialized (
        select id, take_hit(bucket, most, within), take_amount(posts_bucket, 1, posts_most, interval '1 day') as posts,
          take_amount(text_bucket, text_bytes, text_most, interval '1 day') as text from sent
        where tmp_id is null or id in (select event_id from named) order by bucket
      ), written as (
        insert into events (community_id, id, user_id, group_id, title, title_en, description, description_en,
          post_description, post_description_en, youtube_video_id, photo_id, template_id, deal_id, date_id, time_id, starts_at,
          place_id, location_id, choice_id, weather, created_at, updated_at)
        select community_id, id, user_id, group_id, title, title_en, description, description_en,
          post_description, post_description_en, youtube_video_id, photo_id, template_id, deal_id, date_id, time_id, starts_at,
          place_id, location_id, choice_id, weather, now, now
        from sent join counted using (id)
        returning id, photo_id
      ), found as materialized (
        select s.*, event_document(concat_ws(' ', s.title, s.description, s.post_description, s.source_names),
          concat_ws(' ', s.title_en, s.description_en, s.post_description_en, s.source_names_en), s.names) as document
        from sent s join written w using (id)
      ), placed as (
        insert into event_channels (channel_id, event_id, community_id, group_id, category_id, document, starts_at, over_at)
        select p.channel_id, f.id, f.community_id, f.group_id, f.category_id, f.document, f.begins_at, f.over_at
        from found f join unnest(${value('placedIds')}::uuid[], ${value('placedChannelIds')}::uuid[]) as p (id, channel_id) using (id)
      )
      select w.id, ${mediaColumn('m')} as photo, c.posts, c.text
      from written w join counted c using (id) left join media m on m.id = w.photo_id`,
)

/**
 * Inserts all events or none, in one statement. The result is undefined for an event whose idempotency key was used
 * before. Waits at most `lockTimeoutMs` for each lock; 0 means up to the statement timeout.
 */
export const insertEvents = async (
  connection: Db | Tx,
  inserts: readonly EventInsert[],
  lockTimeoutMs = 0,
): Promise<(InsertedEventRow | undefined)[]> => {
  const columnOf = <K extends keyof EventInsert>(name: K) => inserts.map(event => event[name])
  const placed = inserts.flatMap(({ id, channelIds }) => channelIds.map(channelId => ({ id, channelId })))
  const { rows } = await connection.executeQuery(
    insertStatement({
      communityId: columnOf('communityId'),
      id: columnOf('id'),
      userId: columnOf('userId'),
      groupId: columnOf('groupId'),
      tmpId: columnOf('tmpId'),
      photoId: columnOf('photoId'),
      title: columnOf('title'),
      title_en: columnOf('title_en'),
      description: columnOf('description'),
      description_en: columnOf('description_en'),
      post_description: columnOf('post_description'),
      post_description_en: columnOf('post_description_en'),
      youtube_video_id: columnOf('youtube_video_id'),
      now: columnOf('now'),
      names: columnOf('names'),
      source_names: columnOf('source_names'),
      source_names_en: columnOf('source_names_en'),
      templateId: columnOf('templateId'),
      categoryId: columnOf('categoryId'),
      dealId: columnOf('dealId'),
      dateId: columnOf('dateId'),
      timeId: columnOf('timeId'),
      startsAt: columnOf('startsAt'),
      beginsAt: columnOf('beginsAt'),
      overAt: columnOf('overAt'),
      placeId: columnOf('placeId'),
      locationId: columnOf('locationId'),
      choiceId: columnOf('choiceId'),
      weather: columnOf('weather'),
      bucket: columnOf('bucket'),
      max: columnOf('max'),
      window: columnOf('window'),
      postsBucket: columnOf('postsBucket'),
      postsMost: columnOf('postsMost'),
      textBucket: columnOf('textBucket'),
      textBytes: columnOf('textBytes'),
      textMost: columnOf('textMost'),
      placedIds: placed.map(({ id }) => id),
      placedChannelIds: placed.map(({ channelId }) => channelId),
      lockTimeout: `${lockTimeoutMs}ms`,
    }),
  )
  const written = new Map(rows.map(row => [row.id, row]))
  return inserts.map(({ id }) => written.get(id))
}

export const coalescedEventInsert = defineState(({ db }: Pick<Platform, 'db'>) =>
  batchWrites((sent: readonly EventInsert[], lockTimeoutMs) => insertEvents(db, sent, lockTimeoutMs), {
    keyOf: ({ userId }) => userId,
  }),
)
