// Days are YYYY-MM-DD in the time zone of the community, not of the viewer.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { calendarFilters, type CalendarFilter } from '@parvis/contract/feed-filter.ts'
import { eventTimingOf, type EventTiming } from '@parvis/contract/event-timing.ts'
import { withFrenchOrdinal, type Language } from '@parvis/contract/language.ts'
import { addDays } from '@parvis/contract/zoned-time.ts'
import { capitalize, dateFormat } from '#web/kernel/text/format.ts'

/** Returns the calendar filter of the same name as the feed filter, or `all` if there is none. */
export const calendarFilterOf = (filter: unknown): CalendarFilter =>
  calendarFilters.find(one => one === filter) ?? 'all'

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)

/** Returns the first day of the month that is `months` months after the month of `day`. */
export const addMonths = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1)).toISOString().slice(0, 10)

export const lastDayOfMonth = (day: string): string => addDays(addMonths(day, 1), -1)

/** Returns all days from `from` to `to`, both included. */
export const daysBetween = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Returns the weeks, Monday first, of the month that contains `day`; null stands for days of other months. */
export const weeksOf = (day: string): (string | null)[][] => {
  const days = daysBetween(addMonths(day, 0), lastDayOfMonth(day))
  const before = (atNoon(days[0]!).getUTCDay() + 6) % 7
  return Array.from({ length: Math.ceil((before + days.length) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => days[7 * week + weekday - before] ?? null),
  )
}

const format = (day: string, language: Language, fields: Intl.DateTimeFormatOptions): string =>
  capitalize(withFrenchOrdinal(dateFormat(language, 'UTC', fields).format(atNoon(day)), language))

/** Returns, for example, "June 2026". */
export const monthName = (day: string, language: Language) => format(day, language, { month: 'long', year: 'numeric' })

/** Returns, for example, "Saturday 13 June". */
export const dayName = (day: string, language: Language) =>
  format(day, language, { weekday: 'long', day: 'numeric', month: 'long' }).replace(',', '')

/** Returns, for example, "Sat", or "Sa" for the narrow columns of a table. */
export const weekdayName = (day: string, language: Language, isNarrow = false) => {
  const name = format(day, language, { weekday: 'short' }).replace('.', '')
  return isNarrow ? name.slice(0, 2) : name
}

/** Sorts by start; of two events with the same start, the one posted first precedes (ids are ordered by time). */
export const compareByStart = (a: DatedPost, b: DatedPost): number =>
  a.timing.startsAt - b.timing.startsAt || (a.post._id < b.post._id ? -1 : 1)

export interface DatedPost {
  post: FeedPost
  timing: EventTiming
}

/** Returns the post with its timing; null when the post has no date or is over. */
export const toDatedPost = (post: FeedPost | null | undefined, timezone: string, now: number): DatedPost | null => {
  const timing = post && eventTimingOf(post, timezone)
  return timing && timing.pastAt > now ? { post, timing } : null
}

export interface DayOfEvents {
  day: string
  events: DatedPost[]
}

/** Groups events by their first day; current events that started before today are listed under today. */
export const groupByDay = (events: readonly DatedPost[], today: string): DayOfEvents[] => {
  const byDay = Map.groupBy(events, ({ timing: { day } }) => (day < today ? today : day))
  return [...byDay].map(([day, events]) => ({ day, events }))
}
