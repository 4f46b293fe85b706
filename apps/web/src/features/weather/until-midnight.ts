// The outlook for the rest of the day: whether it stays dry, or from when or until when it rains, snows or storms.
import type { HourAhead } from '@parvis/contract/weather.ts'
import { endOfDay, dayAt } from '@parvis/contract/past-event.ts'

const HOUR_MS = 3_600_000
/** A forecast that ends earlier before midnight than this says nothing about the night. */
const MOST_UNKNOWN_MS = 2 * HOUR_MS
const MOST_SHOWN = 5

/** By the number of OpenWeather's icons. */
const falls = { '09': 'rain', '10': 'rain', '13': 'snow', '11': 'storm' } as const
export type Fall = (typeof falls)[keyof typeof falls]
const worst = ['storm', 'snow', 'rain'] as const satisfies Fall[]

const fallOf = (icon: string): Fall | null => falls[icon.slice(0, 2) as keyof typeof falls] ?? null

export type UntilMidnight = { is: 'dry' } | { is: 'wet'; fall: Fall } | { is: 'from' | 'until'; fall: Fall; at: string }

/** The hours that are not over, the current one first. */
export const hoursLeft = (hours: readonly HourAhead[], now: number): HourAhead[] =>
  hours.filter(({ at }) => Date.parse(at) > now - HOUR_MS)

/**
 * Null when the forecast does not reach midnight. `sky` is the icon of the current weather, which counts more than the
 * forecast for this hour.
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

/** At most five upcoming hours at equal distances, starting with the next. */
export const someHours = (hours: readonly HourAhead[], now: number): HourAhead[] => {
  const ahead = hours.filter(({ at }) => Date.parse(at) > now)
  const step = Math.ceil(ahead.length / MOST_SHOWN)
  return ahead.filter((_, n) => n % step === 0)
}
