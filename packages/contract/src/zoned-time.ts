const HOUR_MS = 3_600_000

/**
 * The moment at which the clocks of a place show this day (YYYY-MM-DD) and time (HH:mm), in milliseconds since 1970;
 * `timezone` is an IANA name. A time that the clocks skip is the one that they show instead; of one that they show
 * twice it is the first.
 */
export const instantAt = (day: string, time: string, timezone: string): number => {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const [early, late] = [asUtc - 24 * HOUR_MS, asUtc + 24 * HOUR_MS].map(at => asUtc - offsetAt(at, timezone)) as [
    number,
    number,
  ]
  const shows = (at: number) => at + offsetAt(at, timezone) === asUtc
  return shows(early) ? early : shows(late) ? late : early
}

const clockFormats = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a place are ahead of UTC at a moment, in milliseconds. */
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
  const shown = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second)
  return shown - Math.floor(milliseconds / 1000) * 1000
}

/**
 * The day that lies so many days after another, or before it, both YYYY-MM-DD. By the calendar: where the clocks change
 * a day has another length.
 */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10)
