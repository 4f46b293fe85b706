// When something takes place, for whoever sorts it by that: what says "now", or has its day still to be agreed, has no
// place in a calendar.
import type { EventGroup } from './feed-filter.ts'
import { DATE_NOW, DATE_TOGETHER, type LiveEvent } from './feed.ts'
import { dayAt, endOfDay, OPEN_MS } from './past-event.ts'
import { instantAt } from './zoned-time.ts'

/** Milliseconds since 1970. What names a day alone begins with it. */
export interface Happening {
  startsAt: number
  /** From here on it is past: see `isPastEvent`. */
  overAt: number
  /** The day that it begins on, YYYY-MM-DD, where it is. */
  day: string
  /** It names no time. */
  isWholeDay: boolean
}

/** Posts of these groups are about the day that they were written on. */
const undated: readonly EventGroup[] = ['welcome', 'weather']

/**
 * When an event takes place, by the clocks of its community (`timezone` is an IANA name); null where it has no date of
 * its own.
 */
export const happeningOf = (
  {
    groupId,
    date,
    eventId: { dateId, timeId },
  }: Pick<LiveEvent, 'groupId' | 'date'> & { eventId: Pick<LiveEvent['eventId'], 'dateId' | 'timeId'> },
  timezone: string,
): Happening | null => {
  if (undated.includes(groupId) || dateId === DATE_NOW || dateId === DATE_TOGETHER) return null
  if (date && timeId) {
    const startsAt = Date.parse(date)
    return { startsAt, overAt: startsAt + OPEN_MS, day: dayAt(startsAt, timezone), isWholeDay: false }
  }
  const day = dateId ?? (date && dayAt(Date.parse(date), timezone))
  if (day === null) return null
  return { startsAt: instantAt(day, '00:00', timezone), overAt: endOfDay(day, timezone), day, isWholeDay: true }
}
