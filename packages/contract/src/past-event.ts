import { DATE_NOW, DATE_TOGETHER, type FeedPost } from './feed.ts'

const HOUR_MS = 3_600_000
/** How long an event with a time, or "now", accepts answers after its beginning. */
export const EVENT_OPEN_MS = 4 * HOUR_MS

/** `date` is when the event begins, if it has a time; `dateId` is the day as YYYY-MM-DD, `now` or `together`. */
export type EventTime = Pick<FeedPost, 'date' | 'dateAdded'> & {
  eventId: Pick<FeedPost['eventId'], 'dateId' | 'timeId'>
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day in a timezone (an IANA name), as YYYY-MM-DD. */
export const dayAt = (milliseconds: number, timezone: string): string => {
  const format =
    dayFormats.get(timezone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timezone, format)
  return format.format(milliseconds)
}

/** Earliest and latest end of a calendar day in any timezone, in hours after the beginning of the day in UTC. */
const [EARLIEST_END, LATEST_END] = [8, 38]

/** The end of a calendar day (YYYY-MM-DD) in a timezone (an IANA name), in milliseconds since 1970. */
export const endOfDay = (day: string, timezone: string): number => {
  const begin = Date.parse(`${day}T00:00:00Z`)
  // Padded, because the year 10000 has one digit more.
  const isAfterDay = (at: number) => dayAt(at, timezone).padStart(11, '0') > day.padStart(11, '0')
  let [before, after] = [begin + EARLIEST_END * HOUR_MS, begin + LATEST_END * HOUR_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isAfterDay(middle)) after = middle
    else before = middle
  }
  return after
}

const MINUTE_MS = 60_000
const todayCache = new Map<string, { minute: number; day: string }>()

/** Cached for a minute, because every post of a page reads it; in all timezones days begin on a full minute. */
const todayAt = (now: number, timezone: string): string => {
  const minute = Math.floor(now / MINUTE_MS)
  const cached = todayCache.get(timezone)
  if (cached?.minute === minute) return cached.day
  const day = dayAt(now, timezone)
  todayCache.set(timezone, { minute, day })
  return day
}

/**
 * Whether an event is past at `now` (milliseconds since 1970) and accepts no more answers: four hours after its time,
 * or after publication for "now"; at the end of its day, in the community's timezone, if it has no time. An event
 * without a date, or with one to be agreed, is never past.
 */
export const isPastEvent = (
  { date, dateAdded, eventId: { dateId, timeId } }: EventTime,
  timezone: string,
  now: number,
): boolean => {
  if (dateId === DATE_TOGETHER) return false
  if (dateId === DATE_NOW) return now >= Date.parse(dateAdded) + EVENT_OPEN_MS
  if (date && timeId) return now >= Date.parse(date) + EVENT_OPEN_MS
  const day = dateId ?? (date && dayAt(Date.parse(date), timezone))
  return day !== null && todayAt(now, timezone) > day
}
