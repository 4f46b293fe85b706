// An event, its channels, its idempotency key and the rate limits it consumes are stored in one transaction.
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import type { Actor, PostAuthor } from '#server/kernel/actor.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import {
  recordedAmount,
  type Attempt,
  takeHitArguments,
  type Limit,
  toRateLimitError,
} from '#server/kernel/limits/rate-limit.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import type { PlaceRow } from '../community/place.columns.ts'
import type { StoredChoice } from '#server/kernel/choices.ts'
import type { TemplateSummaryRow } from '#server/kernel/template-summary.ts'
import { authorRowOf } from '#server/kernel/author.ts'
import { calendarTimesOf } from './calendar-times.ts'
import type { RenderedPostRow } from './rendered-post.queries.ts'
import type { EventTexts } from './change-event.service.ts'
import type { StoredWeatherHour } from './feed.tables.ts'
import { type EventInsert, type InsertedEventRow, coalescedEventInsert, insertEvents } from './insert-event.service.ts'

export interface EventSource {
  template: TemplateSummaryRow
  categoryId: string
  deal: (NonNullable<RenderedPostRow['deal']> & { id: string }) | null
  choice: StoredChoice | null
  dateId: string
  timeId: string | null
  startsAt: Date | null
  place: PlaceRow | null
  /** The author’s accommodation, if the place of the event stands for the author’s home or accommodation. */
  location: Omit<PlaceRow, 'kind'> | null
}

export interface NewEvent {
  texts: EventTexts
  /** Null for a post that is not from a template. */
  source?: EventSource | null
  groupId: EventGroup
  /** Set only for the weather post, which the server publishes in the morning. */
  weather?: readonly StoredWeatherHour[]
  photoId: string | null
  channelIds: readonly string[]
  /** Idempotency key of the client: two requests with the same key create one event. */
  tmpId: string | undefined
  /** Rate limit that requests with the same idempotency key consume once. */
  limit: Limit
  /** Daily limits consumed together with `limit`: one post, and the bytes of its text. */
  dayLimits?: { posts: Limit; text: Limit }
  now: Date
}

/** Returns the id of the event that this member has already published with this idempotency key. */
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

/** Replaces undefined texts by null. */
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

/** Returns the row that `findRenderedPostRows` would read. The insert returns its picture; the rest is known. */
const newRenderedPostRow = (
  actor: PostAuthor,
  { texts, source, groupId, weather, photoId, channelIds, now }: NewEvent,
  { id, photo }: InsertedEventRow,
): RenderedPostRow => ({
  ...completeTexts(texts),
  id,
  community_id: actor.communityId,
  organization_id: actor.organizationId,
  timezone: actor.community.timezone,
  user_id: actor.userId,
  account_id: actor.accountId,
  author: authorRowOf(actor),
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
 * If the idempotency key was used before, waits until that event is stored and returns only its id. Throws
 * `toomanyrequests`.
 */
export const createEvent = async (
  { tx, ...platform }: Pick<Platform, 'state' | 'db'> & { tx?: Tx },
  actor: PostAuthor,
  event: NewEvent,
): Promise<{ id: string; row: RenderedPostRow | undefined; consumedDayLimits: Pick<Attempt, 'bucket' | 'used'>[] }> => {
  const { communityId, userId, profile } = actor
  const { texts, source, groupId, weather, photoId, channelIds, tmpId = null, limit, dayLimits, now } = event
  const { template_id, deal_id, date_id, time_id, starts_at, place_id, location_id, choice_id } = sourceColumns(source)
  const { firstname, initial, pseudo, company } = profile
  const insert: EventInsert = {
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
    ...calendarTimesOf({ group_id: groupId, date_id, time_id, starts_at }, actor.community.timezone),
    placeId: place_id,
    locationId: location_id,
    choiceId: choice_id,
  }
  try {
    const inserted = tx ? (await insertEvents(tx, [insert]))[0] : await coalescedEventInsert(platform)(insert)
    if (inserted) {
      const { id, posts, text } = inserted
      const consumedDayLimits = dayLimits
        ? [recordedAmount(dayLimits.posts, posts), recordedAmount(dayLimits.text, text)]
        : []
      return { id, row: newRenderedPostRow(actor, event, inserted), consumedDayLimits }
    }
  } catch (error) {
    throw toRateLimitError(error)
  }
  return {
    id: (await findEventByIdempotencyKey(tx ?? platform.db, actor, tmpId!))!,
    row: undefined,
    consumedDayLimits: [],
  }
}
