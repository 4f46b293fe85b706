import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt as instantIn } from '@parvis/contract/zoned-time.ts'

export const DAY_MS = 24 * 60 * 60_000

/** Timezone of the demo world. */
export const TIMEZONE = 'Europe/Paris'

/** The local date of an instant, as YYYY-MM-DD. */
export const dayOf = (instant: Date): string => dayAt(instant.getTime(), TIMEZONE)

const clock = new Intl.DateTimeFormat('en', { timeZone: TIMEZONE, timeStyle: 'short', hourCycle: 'h23' })

/** The local time of an instant, as HH:mm. */
export const timeOfDay = (instant: Date): string => clock.format(instant)

/** The local month, 1 to 12. */
export const monthOf = (instant: Date): number => Number(dayOf(instant).slice(5, 7))

/** The instant of a local date (YYYY-MM-DD) and time (HH:mm). */
export const instantAt = (day: string, time: string): Date => new Date(instantIn(day, time, TIMEZONE))
