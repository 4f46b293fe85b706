/**
 * How old a message is, in the words of the product: minutes and up to three hours are counted; from 4 hours to 2 days
 * the day is named instead. `today` carries on with the hour, `date` with the full date: the interface words them.
 */
export type TimeAgo =
  | { unit: 'now' }
  | { unit: 'minutes' | 'hours' | 'days'; count: number }
  | { unit: 'today' | 'yesterday' | 'beforeyesterday' }
  | { unit: 'date' }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Midnights crossed between two instants on the reader's own calendar. */
const calendarDays = (from: Date, to: Date) =>
  Math.round(
    (Date.UTC(to.getFullYear(), to.getMonth(), to.getDate()) -
      Date.UTC(from.getFullYear(), from.getMonth(), from.getDate())) /
      DAY,
  )

/** `from` in the future (a clock that runs ahead) counts as now. */
export const timeAgo = (from: Date, now: Date): TimeAgo => {
  const age = now.getTime() - from.getTime()
  if (age < MINUTE) return { unit: 'now' }
  if (age < HOUR) return { unit: 'minutes', count: Math.floor(age / MINUTE) }
  if (age < 4 * HOUR) return { unit: 'hours', count: Math.floor(age / HOUR) }
  const days = calendarDays(from, now)
  if (days === 0) return { unit: 'today' }
  if (days === 1) return { unit: 'yesterday' }
  if (days === 2) return { unit: 'beforeyesterday' }
  return days < 7 ? { unit: 'days', count: days } : { unit: 'date' }
}
