export const DAY_MS = 24 * 60 * 60_000

/** Where the demo world lies. */
export const TIMEZONE = 'Europe/Paris'

/** How far the clocks of the demo world are ahead of UTC at an instant, in milliseconds. */
const offsetOf = (instant: Date): number => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en', {
      timeZone: TIMEZONE,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return (
    Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second) -
    Math.floor(instant.getTime() / 1000) * 1000
  )
}

/** The local day of an instant, as YYYY-MM-DD. */
export const dayOf = (instant: Date): string =>
  new Date(instant.getTime() + offsetOf(instant)).toISOString().slice(0, 10)

/** The month of the local day, 1 to 12. */
export const monthOf = (instant: Date): number => Number(dayOf(instant).slice(5, 7))

/** The instant at which the local clocks show this day (YYYY-MM-DD) and hour (HH:mm). */
export const instantAt = (day: string, time: string): Date => {
  const asUtc = new Date(`${day}T${time}:00Z`)
  return new Date(asUtc.getTime() - offsetOf(new Date(asUtc.getTime() - offsetOf(asUtc))))
}
