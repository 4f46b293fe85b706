// The outlook for the rest of the day: whether it stays dry, or from when or until when it rains, snows or storms.
import type { ForecastHour } from '@parvis/contract/weather.ts'
import { endOfDay, dayAt } from '@parvis/contract/past-event.ts'

const HOUR_MS = 3_600_000
/** Longest time before midnight that a forecast may lack; if more is missing, there is no outlook. */
const MAX_UNKNOWN_MS = 2 * HOUR_MS
const MAX_SHOWN_HOURS = 5

/** Precipitation by the number of the OpenWeather icon. */
const precipitationByIcon = { '09': 'rain', '10': 'rain', '13': 'snow', '11': 'storm' } as const
export type Precipitation = (typeof precipitationByIcon)[keyof typeof precipitationByIcon]
const bySeverity = ['storm', 'snow', 'rain'] as const satisfies Precipitation[]

const precipitationOf = (icon: string): Precipitation | null =>
  precipitationByIcon[icon.slice(0, 2) as keyof typeof precipitationByIcon] ?? null

export type WeatherOutlook =
  | { is: 'dry' }
  | { is: 'wet'; fall: Precipitation }
  | { is: 'from' | 'until'; fall: Precipitation; at: string }

/** The hours that are not over, the current one first. */
export const remainingHours = (hours: readonly ForecastHour[], now: number): ForecastHour[] =>
  hours.filter(({ at }) => Date.parse(at) > now - HOUR_MS)

/** Null if the forecast does not reach midnight. `currentIcon` (current weather) replaces the icon of this hour. */
export const outlookUntilMidnight = (
  hours: readonly ForecastHour[],
  currentIcon: string | null,
  now: number,
  timezone: string,
): WeatherOutlook | null => {
  const remaining = remainingHours(hours, now)
  const last = remaining.at(-1)
  if (!last || Date.parse(last.at) + MAX_UNKNOWN_MS < endOfDay(dayAt(now, timezone), timezone)) return null
  const forecast = remaining.map(({ icon }, n) => precipitationOf(n === 0 && currentIcon !== null ? currentIcon : icon))
  const start = forecast.findIndex(fall => fall !== null)
  if (start === -1) return { is: 'dry' }
  const length = forecast.slice(start).indexOf(null)
  const spell = forecast.slice(start, length === -1 ? undefined : start + length)
  const fall = bySeverity.find(one => spell.includes(one))!
  if (start > 0) return { is: 'from', fall, at: remaining[start]!.at }
  return length === -1 ? { is: 'wet', fall } : { is: 'until', fall, at: remaining[length]!.at }
}

/** At most five upcoming hours at equal distances, starting with the next. */
export const sampleHours = (hours: readonly ForecastHour[], now: number): ForecastHour[] => {
  const upcoming = hours.filter(({ at }) => Date.parse(at) > now)
  const step = Math.ceil(upcoming.length / MAX_SHOWN_HOURS)
  return upcoming.filter((_, n) => n % step === 0)
}
