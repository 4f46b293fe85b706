import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt as instantIn } from '@parvis/contract/zoned-time.ts'

export const DAY_MS = 24 * 60 * 60_000

/** Where the demo world lies. */
export const TIMEZONE = 'Europe/Paris'

/** The local day of an instant, as YYYY-MM-DD. */
export const dayOf = (instant: Date): string => dayAt(instant.getTime(), TIMEZONE)

const clock = new Intl.DateTimeFormat('en', { timeZone: TIMEZONE, timeStyle: 'short', hourCycle: 'h23' })

/** What the local clocks show at an instant, as HH:mm; on days on which they change too. */
export const timeOfDay = (instant: Date): string => clock.format(instant)

/** The month of the local day, 1 to 12. */
export const monthOf = (instant: Date): number => Number(dayOf(instant).slice(5, 7))

/** The instant at which the local clocks show this day (YYYY-MM-DD) and hour (HH:mm). */
export const instantAt = (day: string, time: string): Date => new Date(instantIn(day, time, TIMEZONE))
