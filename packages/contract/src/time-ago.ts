/** Minutes or hours below 4 hours, then the day. `today` is shown with the time, `date` as a full date. */
export type TimeAgo =
  | { unit: 'now' }
  | { unit: 'minutes' | 'hours' | 'days'; count: number }
  | { unit: 'today' | 'yesterday' | 'beforeyesterday' }
  | { unit: 'date' }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The number of midnights between two instants in the device's timezone. */
const calendarDays = (from: Date, to: Date) =>
  Math.round(
    (Date.UTC(to.getFullYear(), to.getMonth(), to.getDate()) -
      Date.UTC(from.getFullYear(), from.getMonth(), from.getDate())) /
      DAY,
  )

/** Returns the age of `from`. A time in the future (from a clock that is fast) counts as now. */
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
