// A published event is stored completely or not at all: the event, its channels, its idempotency key, and its use of
// the rate limits.
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import { newId } from '#server/kernel/ids.ts'
import { amountOf, type Hit, hitOf, type Limit, tooManyOf } from '#server/kernel/limits/rate-limit.ts'
import { batchWrites } from '#server/kernel/postgres/batched-writes.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { prepare, type Prepared } from '#server/kernel/postgres/prepared.ts'
import { mediaColumn, type MediaRow } from '../media/media.columns.ts'
import type { PlaceRow } from '../community/place.columns.ts'
import type { StoredChoice } from '#server/kernel/choices.ts'
import type { TemplateMarkRow } from '../publish/template.columns.ts'
import { authorOf } from '../session/author.columns.ts'
import type { Speaker } from '../session/speaker.service.ts'
import { calendarTimes } from './calendar-times.ts'
import type { CardRow } from './card.queries.ts'
import type { EventWords } from './change-event.service.ts'
import type { StoredWeatherHour } from './feed.tables.ts'

/** What an event was published from, and what its author chose. */
export interface EventSource {
  template: TemplateMarkRow
  categoryId: string
  deal: (NonNullable<CardRow['deal']> & { id: string }) | null
  choice: StoredChoice | null
  dateId: string
  timeId: string | null
  startsAt: Date | null
  place: PlaceRow | null
  /** Where the author stays, if the place stands for that. */
  location: Omit<PlaceRow, 'kind'> | null
}

export interface NewEvent {
  words: EventWords
  /** Null for a post without a template. */
  source?: EventSource | null
  groupId: EventGroup
  /** Only for the weather post of a morning. */
  weather?: readonly StoredWeatherHour[]
  photoId: string | null
  channelIds: readonly string[]
  /** Idempotency key of the client: two requests with the same key create one event. */
  tmpId: string | undefined
  /** Consumed once for all requests with the same key. */
  limit: Limit
  /** Daily limits consumed with it: one post of the first, and the bytes of its text of the second. */
  dayLimits?: { posts: Limit; text: Limit }
  now: Date
}

/** The event that this member has already published with this key. */
export const findSentEvent = async (
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

type Sent = Required<EventWords> & {
  communityId: string
  id: string
  userId: string
  groupId: EventGroup
  tmpId: string | null
  weather: string | null
  photoId: string | null
  now: Date
  /** Names of the author, for the search document. */
  names: string
  /** Names of the place and the template, for the search document. */
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
  most: number
  window: string
  postsBucket: string | null
  postsMost: number | null
  textBucket: string | null
  textBytes: number | null
  textMost: number | null
}

/** What the database adds: the picture, and how much of the daily limits the author has used. */
interface Written {
  id: string
  photo: MediaRow | null
  posts: number | null
  text: number | null
}

/** Values of several events by column. */
type Columns = { [K in Exclude<keyof Sent, 'channelIds'>]: Sent[K][] } & {
  placedIds: string[]
  placedChannelIds: string[]
  patience: string
}

const statements = new WeakMap<Db, Prepared<Columns, Written>>()

/** Each part reads from the one before, which fixes the order: idempotency key, limits, event, channels. */
const statementOf = (db: Db) => {
  const statement =
    statements.get(db) ??
    prepare<Columns, Written>(
      db,
      value => sql<Written>`
      with patience as materialized (
        select set_config('lock_timeout', ${value('patience')}, true)
      ), sent as materialized (
        select s.* from patience, unnest(${value('communityId')}::uuid[], ${value('id')}::uuid[], ${value('userId')}::uuid[],
          ${value('groupId')}::text[], ${value('tmpId')}::text[], ${value('photoId')}::uuid[],
          ${value('title')}::text[], ${value('title_en')}::text[],
          ${value('description')}::text[], ${value('description_en')}::text[],
          ${value('post_description')}::text[], ${value('post_description_en')}::text[], ${value('youtube_video_id')}::text[],
          ${value('now')}::timestamptz[], ${value('names')}::text[], ${value('source_names')}::text[], ${value('source_names_en')}::text[],
          ${value('templateId')}::uuid[], ${value('categoryId')}::uuid[], ${value('dealId')}::uuid[],
          ${value('dateId')}::text[], ${value('timeId')}::text[], ${value('startsAt')}::timestamptz[],
          ${value('beginsAt')}::timestamptz[], ${value('overAt')}::timestamptz[],
          ${value('placeId')}::uuid[], ${value('locationId')}::uuid[], ${value('choiceId')}::text[], ${value('weather')}::jsonb[],
          ${value('bucket')}::text[], ${value('most')}::int[], ${value('window')}::interval[],
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
 * Inserts events in one statement, all or none; undefined in the place of one whose key was used before. Waits for each
 * lock at most `lockTimeoutMs`; 0 means as long as the statement may take.
 */
const writeEvents = async (
  db: Db,
  run: Db | Tx,
  sent: readonly Sent[],
  patienceMs = 0,
): Promise<(Written | undefined)[]> => {
  const of = <K extends keyof Sent>(name: K) => sent.map(one => one[name])
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
      most: of('most'),
      window: of('window'),
      postsBucket: of('postsBucket'),
      postsMost: of('postsMost'),
      textBucket: of('textBucket'),
      textBytes: of('textBytes'),
      textMost: of('textMost'),
      placedIds: placed.map(({ id }) => id),
      placedChannelIds: placed.map(({ channelId }) => channelId),
      patience: `${patienceMs}ms`,
    }),
  )
  const written = new Map(rows.map(row => [row.id, row]))
  return sent.map(({ id }) => written.get(id))
}

const writers = new WeakMap<Db, (sent: Sent) => Promise<Written | undefined>>()

const writerOf = (db: Db) => {
  const writer =
    writers.get(db) ??
    batchWrites((sent: readonly Sent[], patienceMs) => writeEvents(db, db, sent, patienceMs), {
      keyOf: ({ userId }) => userId,
    })
  writers.set(db, writer)
  return writer
}

/** Texts that were not given are null. */
const wholeWords = (words: EventWords): Required<EventWords> => ({
  title: words.title ?? null,
  title_en: words.title_en ?? null,
  description: words.description ?? null,
  description_en: words.description_en ?? null,
  post_description: words.post_description ?? null,
  post_description_en: words.post_description_en ?? null,
  youtube_video_id: words.youtube_video_id ?? null,
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

const joined = (...names: (string | null | undefined)[]) => names.filter(Boolean).join(' ') || null

/** The row as `findRenderedPostRows` would read it: everything but the picture is known already. */
const newCardRow = (
  actor: Speaker,
  { words, source, groupId, weather, photoId, channelIds, now }: NewEvent,
  { id, photo }: Written,
): CardRow => ({
  ...wholeWords(words),
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

/**
 * Inserts an event, in one statement with concurrent ones, and returns its id and row. If the idempotency key was used
 * before, returns only the id of the earlier event, once that one is committed. Throws `toomanyrequests` when a limit
 * is reached.
 */
export const createEvent = async (
  { db, tx }: { db: Db; tx?: Tx },
  actor: Speaker,
  event: NewEvent,
): Promise<{ id: string; row: CardRow | undefined; hits: Pick<Hit, 'bucket' | 'used'>[] }> => {
  const { communityId, userId, profile } = actor
  const { words, source, groupId, weather, photoId, channelIds, tmpId = null, limit, dayLimits, now } = event
  const { template_id, deal_id, date_id, time_id, starts_at, place_id, location_id, choice_id } = sourceColumns(source)
  const { firstname, initial, pseudo, company } = profile
  const sent: Sent = {
    ...wholeWords(words),
    ...hitOf(limit),
    postsBucket: dayLimits?.posts.bucket ?? null,
    postsMost: dayLimits?.posts.most ?? null,
    textBucket: dayLimits?.text.amount ? dayLimits.text.bucket : null,
    textBytes: dayLimits?.text.amount ?? null,
    textMost: dayLimits?.text.most ?? null,
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
    source_names: joined(source?.place?.name, source?.template.name),
    source_names_en: joined(source?.place?.name_en, source?.template.name_en),
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
    const written = tx ? (await writeEvents(db, tx, [sent]))[0] : await writerOf(db)(sent)
    if (written) {
      const { id, posts, text } = written
      const hits = dayLimits ? [amountOf(dayLimits.posts, posts), amountOf(dayLimits.text, text)] : []
      return { id, row: newCardRow(actor, event, written), hits }
    }
  } catch (error) {
    throw tooManyOf(error)
  }
  return { id: (await findSentEvent(tx ?? db, actor, tmpId!))!, row: undefined, hits: [] }
}
