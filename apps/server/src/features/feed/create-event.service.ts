// An event, its channels, its idempotency key and the rate limits it consumes are stored in one transaction.
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { newId } from '#server/kernel/ids.ts'
import {
  recordedAmount,
  type Attempt,
  takeHitArguments,
  type Limit,
  toRateLimitError,
} from '#server/kernel/limits/rate-limit.ts'
import { batchWrites } from '#server/kernel/postgres/batched-writes.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { prepare, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { mediaColumn, type MediaRow } from '../media/media.columns.ts'
import type { PlaceRow } from '../community/place.columns.ts'
import type { StoredChoice } from '#server/kernel/choices.ts'
import type { TemplateMarkRow } from '../publish/template.columns.ts'
import { authorOf } from '../session/author.columns.ts'
import type { StaffAuthor } from '../session/staff-author.service.ts'
import { calendarTimes } from './calendar-times.ts'
import type { RenderedPostRow } from './rendered-post.queries.ts'
import type { EventTexts } from './change-event.service.ts'
import type { StoredWeatherHour } from './feed.tables.ts'

export interface EventSource {
  template: TemplateMarkRow
  categoryId: string
  deal: (NonNullable<RenderedPostRow['deal']> & { id: string }) | null
  choice: StoredChoice | null
  dateId: string
  timeId: string | null
  startsAt: Date | null
  place: PlaceRow | null
  /** Where the author stays, if the place of the event stands for the author’s own. */
  location: Omit<PlaceRow, 'kind'> | null
}

export interface NewEvent {
  texts: EventTexts
  /** Null for a post that is not from a template. */
  source?: EventSource | null
  groupId: EventGroup
  /** Set only for the weather post of a morning. */
  weather?: readonly StoredWeatherHour[]
  photoId: string | null
  channelIds: readonly string[]
  /** Idempotency key of the client: two requests with the same key create one event. */
  tmpId: string | undefined
  /** Consumed once by all requests with the same key. */
  limit: Limit
  /** Daily limits consumed with `limit`: one post, and the bytes of its text. */
  dayLimits?: { posts: Limit; text: Limit }
  now: Date
}

/** The event that this member has already published with this idempotency key. */
export const findEventByIdempotencyKey = async (
  db: Db,
  actor: Pick<Actor, 'communityId' | 'userId'>,
  tmpId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('idempotency_keys')
      .select('event_id')
      .where('community_id', '=', actor.communityId)
      .where('user_id', '=', actor.userId)
      .where('tmp_id', '=', tmpId)
      .executeTakeFirst()
  )?.event_id

type EventInsert = Required<EventTexts> & {
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

interface InsertedRow {
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

const statements = new WeakMap<Db, Prepared<Columns, InsertedRow>>()

/** Each CTE reads from the previous one, which fixes the order: idempotency key, limits, event, channels. */
const statementOf = (db: Db) => {
  const statement =
    statements.get(db) ??
    prepare<Columns, InsertedRow>(
      db,
      value => sql<InsertedRow>`
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
  statements.set(db, statement)
  return statement
}

/**
 * Inserts events in one statement, all or none; the result is undefined for an event whose key was used before. Waits
 * at most `lockTimeoutMs` for each lock; 0 means up to the statement timeout.
 */
const insertEvents = async (
  db: Db,
  run: Db | Tx,
  sent: readonly EventInsert[],
  lockTimeoutMs = 0,
): Promise<(InsertedRow | undefined)[]> => {
  const of = <K extends keyof EventInsert>(name: K) => sent.map(one => one[name])
  const placed = sent.flatMap(({ id, channelIds }) => channelIds.map(channelId => ({ id, channelId })))
  const { rows } = await run.executeQuery(
    statementOf(db)({
      communityId: of('communityId'),
      id: of('id'),
      userId: of('userId'),
      groupId: of('groupId'),
      tmpId: of('tmpId'),
      photoId: of('photoId'),
      title: of('title'),
      title_en: of('title_en'),
      description: of('description'),
      description_en: of('description_en'),
      post_description: of('post_description'),
      post_description_en: of('post_description_en'),
      youtube_video_id: of('youtube_video_id'),
      now: of('now'),
      names: of('names'),
      source_names: of('source_names'),
      source_names_en: of('source_names_en'),
      templateId: of('templateId'),
      categoryId: of('categoryId'),
      dealId: of('dealId'),
      dateId: of('dateId'),
      timeId: of('timeId'),
      startsAt: of('startsAt'),
      beginsAt: of('beginsAt'),
      overAt: of('overAt'),
      placeId: of('placeId'),
      locationId: of('locationId'),
      choiceId: of('choiceId'),
      weather: of('weather'),
      bucket: of('bucket'),
      max: of('max'),
      window: of('window'),
      postsBucket: of('postsBucket'),
      postsMost: of('postsMost'),
      textBucket: of('textBucket'),
      textBytes: of('textBytes'),
      textMost: of('textMost'),
      placedIds: placed.map(({ id }) => id),
      placedChannelIds: placed.map(({ channelId }) => channelId),
      lockTimeout: `${lockTimeoutMs}ms`,
    }),
  )
  const written = new Map(rows.map(row => [row.id, row]))
  return sent.map(({ id }) => written.get(id))
}

const coalescedInserts = new WeakMap<Db, (sent: EventInsert) => Promise<InsertedRow | undefined>>()

const coalescedInsert = (db: Db) => {
  const writer =
    coalescedInserts.get(db) ??
    batchWrites((sent: readonly EventInsert[], lockTimeoutMs) => insertEvents(db, db, sent, lockTimeoutMs), {
      keyOf: ({ userId }) => userId,
    })
  coalescedInserts.set(db, writer)
  return writer
}

/** Sets texts that were not given to null. */
const completeTexts = (texts: EventTexts): Required<EventTexts> => ({
  title: texts.title ?? null,
  title_en: texts.title_en ?? null,
  description: texts.description ?? null,
  description_en: texts.description_en ?? null,
  post_description: texts.post_description ?? null,
  post_description_en: texts.post_description_en ?? null,
  youtube_video_id: texts.youtube_video_id ?? null,
})

const sourceColumns = (source: EventSource | null | undefined) => ({
  template_id: source?.template.id ?? null,
  deal_id: source?.deal?.id ?? null,
  date_id: source?.dateId ?? null,
  time_id: source?.timeId ?? null,
  starts_at: source?.startsAt ?? null,
  place_id: source?.place?.id ?? null,
  location_id: source?.location?.id ?? null,
  choice_id: source?.choice?.id ?? null,
})

const joinNames = (...names: (string | null | undefined)[]) => names.filter(Boolean).join(' ') || null

/** The row that `findRenderedPostRows` would read; everything but the picture is known without a query. */
const newRenderedPostRow = (
  actor: StaffAuthor,
  { texts, source, groupId, weather, photoId, channelIds, now }: NewEvent,
  { id, photo }: InsertedRow,
): RenderedPostRow => ({
  ...completeTexts(texts),
  id,
  community_id: actor.communityId,
  organization_id: actor.organizationId,
  timezone: actor.community.timezone,
  user_id: actor.userId,
  account_id: actor.accountId,
  author: authorOf(actor),
  group_id: groupId,
  photo_id: photoId,
  photo,
  video_title: null,
  ...sourceColumns(source),
  category_id: source?.categoryId ?? null,
  template: source?.template ?? null,
  deal: source?.deal ?? null,
  place: source?.place ?? null,
  location: source?.location ?? null,
  choice: source?.choice ?? null,
  weather: weather ? [...weather] : null,
  interested_count: 0,
  messages_count: 0,
  created_at: now,
  updated_at: now,
  edited_at: null,
  moved_at: null,
  moved_from: null,
  moved_place: null,
  cancelled_at: null,
  cancel_reason: null,
  pinned_until: null,
  hidden_at: null,
  version: 1,
  channel_ids: [...channelIds],
})

/** For a repeated key, waits for the earlier event and returns only its id. Throws `toomanyrequests`. */
export const createEvent = async (
  { db, tx }: { db: Db; tx?: Tx },
  actor: StaffAuthor,
  event: NewEvent,
): Promise<{ id: string; row: RenderedPostRow | undefined; hits: Pick<Attempt, 'bucket' | 'used'>[] }> => {
  const { communityId, userId, profile } = actor
  const { texts, source, groupId, weather, photoId, channelIds, tmpId = null, limit, dayLimits, now } = event
  const { template_id, deal_id, date_id, time_id, starts_at, place_id, location_id, choice_id } = sourceColumns(source)
  const { firstname, initial, pseudo, company } = profile
  const sent: EventInsert = {
    ...completeTexts(texts),
    ...takeHitArguments(limit),
    postsBucket: dayLimits?.posts.bucket ?? null,
    postsMost: dayLimits?.posts.max ?? null,
    textBucket: dayLimits?.text.amount ? dayLimits.text.bucket : null,
    textBytes: dayLimits?.text.amount ?? null,
    textMost: dayLimits?.text.max ?? null,
    communityId,
    id: newId(),
    userId,
    groupId,
    tmpId,
    weather: weather ? JSON.stringify(weather) : null,
    photoId,
    channelIds,
    now,
    names: [firstname, initial, pseudo, company].join(' '),
    source_names: joinNames(source?.place?.name, source?.template.name),
    source_names_en: joinNames(source?.place?.name_en, source?.template.name_en),
    templateId: template_id,
    categoryId: source?.categoryId ?? null,
    dealId: deal_id,
    dateId: date_id,
    timeId: time_id,
    startsAt: starts_at,
    ...calendarTimes({ group_id: groupId, date_id, time_id, starts_at }, actor.community.timezone),
    placeId: place_id,
    locationId: location_id,
    choiceId: choice_id,
  }
  try {
    const written = tx ? (await insertEvents(db, tx, [sent]))[0] : await coalescedInsert(db)(sent)
    if (written) {
      const { id, posts, text } = written
      const hits = dayLimits ? [recordedAmount(dayLimits.posts, posts), recordedAmount(dayLimits.text, text)] : []
      return { id, row: newRenderedPostRow(actor, event, written), hits }
    }
  } catch (error) {
    throw toRateLimitError(error)
  }
  return { id: (await findEventByIdempotencyKey(tx ?? db, actor, tmpId!))!, row: undefined, hits: [] }
}
