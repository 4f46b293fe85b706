// When an event takes place, for sorting. An event "now", or with a day yet to be agreed, is not in the calendar.
import type { EventGroup } from './feed-filter.ts'
import { DATE_NOW, DATE_TOGETHER, type FeedPost } from './feed.ts'
import { dayAt, endOfDay, EVENT_OPEN_MS } from './past-event.ts'
import { instantAt } from './zoned-time.ts'

/** Timestamps in milliseconds since 1970. An event with a date but no time starts at the beginning of its day. */
export interface EventTiming {
  startsAt: number
  /** When the event becomes past, as `isPastEvent` defines it. */
  pastAt: number
  /** The day on which the event begins, YYYY-MM-DD, in the timezone of the community. */
  day: string
  isWholeDay: boolean
}

/** Posts of these groups have no date of their own: they concern the day on which they were written. */
const undatedGroups: readonly EventGroup[] = ['welcome', 'weather']

/** When an event takes place; null without a date of its own. `timezone`: IANA name of its community's timezone. */
export const eventTimingOf = (
  {
    groupId,
    date,
    eventId: { dateId, timeId },
  }: Pick<FeedPost, 'groupId' | 'date'> & { eventId: Pick<FeedPost['eventId'], 'dateId' | 'timeId'> },
  timezone: string,
): EventTiming | null => {
  if (undatedGroups.includes(groupId) || dateId === DATE_NOW || dateId === DATE_TOGETHER) return null
  if (date && timeId) {
    const startsAt = Date.parse(date)
    return { startsAt, pastAt: startsAt + EVENT_OPEN_MS, day: dayAt(startsAt, timezone), isWholeDay: false }
  }
  const day = dateId ?? (date && dayAt(Date.parse(date), timezone))
  if (day === null) return null
  return { startsAt: instantAt(day, '00:00', timezone), pastAt: endOfDay(day, timezone), day, isWholeDay: true }
}
