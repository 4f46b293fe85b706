import { DATE_NOW, DATE_TOGETHER, type LiveEvent } from './feed.ts'

const HOUR_MS = 3_600_000
/** How long after its beginning something that names a time, or "now", still takes answers. */
export const OPEN_MS = 4 * HOUR_MS

/**
 * What of an event says when it is: `date` is its beginning where it has one, `dateId` the day as YYYY-MM-DD, `now` or
 * `together`.
 */
export type EventTime = Pick<LiveEvent, 'date' | 'dateAdded'> & {
  eventId: Pick<LiveEvent['eventId'], 'dateId' | 'timeId'>
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The calendar day at a place, YYYY-MM-DD; `timezone` is an IANA name. */
export const dayAt = (milliseconds: number, timezone: string): string => {
  const format =
    dayFormats.get(timezone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' })
  dayFormats.set(timezone, format)
  return format.format(milliseconds)
}

/** Earliest and latest end of a calendar day on earth, in hours from its beginning in UTC. */
const [EARLIEST_END, LATEST_END] = [8, 38]

/**
 * The moment at which a calendar day (YYYY-MM-DD) has ended at a place, in milliseconds since 1970; `timezone` is an
 * IANA name.
 */
export const endOfDay = (day: string, timezone: string): number => {
  const begin = Date.parse(`${day}T00:00:00Z`)
  // the year 10000 has a figure more
  const isOver = (at: number) => dayAt(at, timezone).padStart(11, '0') > day.padStart(11, '0')
  let [before, after] = [begin + EARLIEST_END * HOUR_MS, begin + LATEST_END * HOUR_MS]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isOver(middle)) after = middle
    else before = middle
  }
  return after
}

const MINUTE_MS = 60_000
const todays = new Map<string, { minute: number; day: string }>()

/**
 * The day of `now`, which every card of a page asks for: worked out once a minute, within which no place's day ends.
 */
const todayAt = (now: number, timezone: string): string => {
  const minute = Math.floor(now / MINUTE_MS)
  const known = todays.get(timezone)
  if (known?.minute === minute) return known.day
  const day = dayAt(now, timezone)
  todays.set(timezone, { minute, day })
  return day
}

/**
 * Whether an event is past at `now` (milliseconds since 1970) and takes no more answers: four hours after its time, or
 * after it was published where it says "now"; at the end of its day, in the community's timezone, where it names a day
 * alone. What is to be agreed together, or has no date, is never past.
 */
export const isPastEvent = (
  { date, dateAdded, eventId: { dateId, timeId } }: EventTime,
  timezone: string,
  now: number,
): boolean => {
  if (dateId === DATE_TOGETHER) return false
  if (dateId === DATE_NOW) return now >= Date.parse(dateAdded) + OPEN_MS
  if (date && timeId) return now >= Date.parse(date) + OPEN_MS
  const day = dateId ?? (date && dayAt(Date.parse(date), timezone))
  return day !== null && todayAt(now, timezone) > day
}
