// Parses the time and the place that an author sends when publishing a post from a template.
import { DATE_NOW, DATE_TOGETHER } from '@parvis/contract/feed.ts'
import { dayAt, isPastEvent } from '@parvis/contract/past-event.ts'
import { MAX_DAYS_AHEAD, type PublicationBody } from '@parvis/contract/templates.ts'
import { addDays, instantAt } from '@parvis/contract/zoned-time.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { isMyPlace } from '../community/place.columns.ts'
import { findPlace } from '../community/place.service.ts'
import type { EventSource } from '../feed/create-event.service.ts'
import { findStayPlaceId } from '../profile/stay-place.service.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Whether the text is a date that exists; false for example for 31 June. */
const isDay = (text: string) =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

export type EventTime = Pick<EventSource, 'dateId' | 'timeId' | 'startsAt'>

/**
 * Returns when the event of the post takes place: *now* if the request names no day. A day without a time is allowed.
 * Throws `pastdate` for a time in the past, `badrequest` for an invalid one.
 */
export const readTime = (
  { dateId, timeId }: Pick<PublicationBody, 'dateId' | 'timeId'>,
  timezone: string,
  now: Date,
): EventTime => {
  const day = dateId ?? DATE_NOW
  if (day === DATE_NOW || day === DATE_TOGETHER) {
    if (timeId) fail('badrequest', { field: 'timeId' })
    return { dateId: day, timeId: null, startsAt: null }
  }
  if (!isDay(day)) fail('badrequest', { field: 'dateId' })
  const time = timeId ?? null
  if (time !== null && !TIME.test(time)) fail('badrequest', { field: 'timeId' })
  if (day > addDays(dayAt(now.getTime(), timezone), MAX_DAYS_AHEAD)) fail('badrequest', { field: 'dateId' })
  const startsAt = new Date(instantAt(day, time ?? '00:00', timezone))
  const dateAdded = now.toISOString()
  const event = { date: startsAt.toISOString(), dateAdded, eventId: { dateId: day, timeId: time } }
  if (isPastEvent(event, timezone, now.getTime())) fail('pastdate', { field: time === null ? 'dateId' : 'timeId' })
  return { dateId: day, timeId: time, startsAt }
}

/**
 * Returns the place or equipment of the post as `place`. For the equipment *at my place*, `location` is the place where
 * the author stays. Throws `badrequest` for a place together with an equipment, because a post has only one of them.
 */
export const readPlace = async (
  platform: Platform,
  actor: Actor,
  { locationId, equipmentId }: Pick<PublicationBody, 'locationId' | 'equipmentId'>,
  dateId: string | null,
): Promise<Pick<EventSource, 'place' | 'location'>> => {
  const find = async (id: string, kind: 'location' | 'equipment', field: string) => {
    const place = await findPlace(platform.db, actor.communityId, id)
    return place?.kind === kind ? place : fail('error404', { field })
  }
  if (equipmentId && locationId) fail('badrequest', { field: 'locationId' })
  if (!equipmentId) {
    const place = locationId ? await find(locationId, 'location', 'locationId') : null
    return { place, location: null }
  }
  const place = await find(equipmentId, 'equipment', 'equipmentId')
  if (!isMyPlace(place)) return { place, location: null }
  if (actor.isMinor) fail('minorlocation', { field: 'equipmentId' })
  // Authors cannot choose where they stay: the place comes from their booking.
  const stayId = await findStayPlaceId(platform, actor, dateId && isDay(dateId) ? dateId : undefined)
  const stay = stayId ? await findPlace(platform.db, actor.communityId, stayId, { includeRemoved: true }) : undefined
  return { place, location: stay ?? null }
}

type TimeAndPlaceRequest = Pick<PublicationBody, 'dateId' | 'timeId' | 'locationId' | 'equipmentId'>

export const changesTimeOrPlace = ({ dateId, timeId, locationId, equipmentId }: TimeAndPlaceRequest): boolean =>
  [dateId, timeId, locationId, equipmentId].some(value => value !== undefined)

/**
 * The same as `readTime` for an edit: an absent day or time stays unchanged, and a `timeId` of null clears the time.
 */
export const readChangedTime = (
  { dateId, timeId }: TimeAndPlaceRequest,
  event: { date_id: string | null; time_id: string | null; starts_at: Date | null },
  timezone: string,
  now: Date,
): EventTime => {
  const day = dateId ?? event.date_id
  const isDayless = day === DATE_NOW || day === DATE_TOGETHER
  const time = timeId === undefined ? (isDayless ? null : event.time_id) : timeId
  // An unchanged time is accepted, however long ago the event began.
  if (day === event.date_id && time === event.time_id)
    return { dateId: day ?? DATE_NOW, timeId: time, startsAt: event.starts_at }
  // *now* is the time of publication, so an edit cannot set it.
  if (day === DATE_NOW) fail('badrequest', { field: 'dateId' })
  return readTime({ dateId: day, timeId: time }, timezone, now)
}

/**
 * The same as `readPlace` for an edit: undefined if the place is unchanged; setting a place clears the equipment, and
 * vice versa. `currentDateId` is the day of the post, used unless the request changes it.
 */
export const readChangedPlace = async (
  platform: Platform,
  actor: Actor,
  { dateId, locationId, equipmentId }: TimeAndPlaceRequest,
  currentDateId: string | null,
): Promise<Awaited<ReturnType<typeof readPlace>> | undefined> => {
  if (locationId === undefined && equipmentId === undefined) return undefined
  return readPlace(platform, actor, { locationId, equipmentId }, dateId ?? currentDateId)
}
