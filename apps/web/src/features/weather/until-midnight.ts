// What is left of the day, in a word: whether it stays dry, from when on it does not, or until when.
import type { HourAhead } from '@parvis/contract/weather.ts'
import { endOfDay, dayAt } from '@parvis/contract/past-event.ts'

const HOUR_MS = 3_600_000
/** What ends earlier before midnight than this says nothing of the night. */
const MOST_UNKNOWN_MS = 2 * HOUR_MS
const MOST_SHOWN = 5

/** By the number of OpenWeather's icons; the worst last. */
const falls = { '09': 'rain', '10': 'rain', '13': 'snow', '11': 'storm' } as const
export type Fall = (typeof falls)[keyof typeof falls]
const worst = ['storm', 'snow', 'rain'] as const satisfies Fall[]

const fallOf = (icon: string): Fall | null => falls[icon.slice(0, 2) as keyof typeof falls] ?? null

export type UntilMidnight = { is: 'dry' } | { is: 'wet'; fall: Fall } | { is: 'from' | 'until'; fall: Fall; at: string }

/** Those that are not over, the one that it is first. */
export const hoursLeft = (hours: readonly HourAhead[], now: number): HourAhead[] =>
  hours.filter(({ at }) => Date.parse(at) > now - HOUR_MS)

/**
 * Null where it is not known until midnight. `sky` is the icon of what is seen now: it counts more than what was
 * foretold of this hour.
 */
export const untilMidnight = (
  hours: readonly HourAhead[],
  sky: string | null,
  now: number,
  timezone: string,
): UntilMidnight | null => {
  const left = hoursLeft(hours, now)
  const last = left.at(-1)
  if (!last || Date.parse(last.at) + MOST_UNKNOWN_MS < endOfDay(dayAt(now, timezone), timezone)) return null
  const foretold = left.map(({ icon }, n) => fallOf(n === 0 && sky !== null ? sky : icon))
  const begins = foretold.findIndex(fall => fall !== null)
  if (begins === -1) return { is: 'dry' }
  const length = foretold.slice(begins).indexOf(null)
  const spell = foretold.slice(begins, length === -1 ? undefined : begins + length)
  const fall = worst.find(one => spell.includes(one))!
  if (begins > 0) return { is: 'from', fall, at: left[begins]!.at }
  return length === -1 ? { is: 'wet', fall } : { is: 'until', fall, at: left[length]!.at }
}

/** Some of the hours to come, evenly apart, the next among them. */
export const someHours = (hours: readonly HourAhead[], now: number): HourAhead[] => {
  const ahead = hours.filter(({ at }) => Date.parse(at) > now)
  const step = Math.ceil(ahead.length / MOST_SHOWN)
  return ahead.filter((_, n) => n % step === 0)
}
