const HOUR_MS = 3_600_000

/**
 * Milliseconds since 1970 of a local date (YYYY-MM-DD) and time (HH:mm) in a timezone (an IANA name). For a time that a
 * clock change skips, returns the instant that clocks show instead; for a repeated time, the first.
 */
export const instantAt = (day: string, time: string, timezone: string): number => {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const [early, late] = [asUtc - 24 * HOUR_MS, asUtc + 24 * HOUR_MS].map(at => asUtc - offsetAt(at, timezone)) as [
    number,
    number,
  ]
  const isExact = (at: number) => at + offsetAt(at, timezone) === asUtc
  return isExact(early) ? early : isExact(late) ? late : early
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

/** UTC offset of a timezone at an instant, in milliseconds. */
const offsetAt = (milliseconds: number, timezone: string): number => {
  const format =
    clockFormats.get(timezone) ??
    new Intl.DateTimeFormat('en', {
      timeZone: timezone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  clockFormats.set(timezone, format)
  const part = Object.fromEntries(format.formatToParts(milliseconds).map(({ type, value }) => [type, Number(value)]))
  const localAsUtc = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
  return localAsUtc - Math.floor(milliseconds / 1000) * 1000
}

/** Adds calendar days to a date, both YYYY-MM-DD. Not affected by clock changes. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10)

/** YYYY-MM-DD in the years 1900 to 2999. */
const dayPattern = /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/

/** Whether a text is a calendar day as YYYY-MM-DD that exists, unlike 30 February. */
export const isDay = (day: string): boolean =>
  dayPattern.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
