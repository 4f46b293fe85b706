// Groups a provider’s hourly samples into days of local time, each with the four hours that the product shows.
import { dayAt, endOfDay } from '@parvis/contract/past-event.ts'
import { weatherHours } from '@parvis/contract/weather.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Condition } from './conditions.ts'
import type { FullHour, ReportedDay, ReportedHour } from './report.ts'
import { HOUR_MS } from '#server/kernel/limits/rate-limit.ts'

/** Forecast for one moment: milliseconds since 1970, °C. */
export interface Sample {
  at: number
  temp: number
  condition: Condition
  night: boolean
}

/** Minimum and maximum per day from the provider, which may have data between the samples. */
export type Extremes = ReadonlyMap<string, { min: number; max: number }>

/** Maximum interval between two samples for interpolating a value between them. */
const MAX_GAP_MS = 3 * HOUR_MS
/** Rounding tolerance in degrees between the daily extremes and the hourly samples. */
const EXTREMES_TOLERANCE = 1
const FULL_HOUR_DAYS = 2

const roundToTenth = (degrees: number) => Math.round(degrees * 10) / 10

/** The sample at this time, or an interpolation of the two around it; the condition is that of the nearer one. */
const sampleAt = (samples: readonly Sample[], at: number): Omit<Sample, 'at'> | null => {
  const next = samples.findIndex(sample => sample.at >= at)
  const after = samples[next]
  if (!after) return null
  if (after.at === at) return after
  const before = samples[next - 1]
  if (!before || after.at - before.at > MAX_GAP_MS) return null
  const part = (at - before.at) / (after.at - before.at)
  const { condition, night } = part < 0.5 ? before : after
  return { temp: roundToTenth(before.temp + part * (after.temp - before.temp)), condition, night }
}

const hoursOf = (samples: readonly Sample[], day: string, timezone: string): ReportedHour[] =>
  weatherHours.flatMap(hour => {
    const found = sampleAt(samples, instantAt(day, `${String(hour).padStart(2, '0')}:00`, timezone))
    return found ? { hour, temp: found.temp, condition: found.condition, night: found.night } : []
  })

/** All hours of a day, which are 23 or 25 when the clocks change. */
const fullHoursOf = (samples: readonly Sample[], day: string, timezone: string): FullHour[] => {
  const [start, end] = [instantAt(day, '00:00', timezone), endOfDay(day, timezone)]
  return Array.from({ length: Math.ceil((end - start) / HOUR_MS) }, (_, n) => start + n * HOUR_MS).flatMap(at => {
    const found = sampleAt(samples, at)
    return found ? { at, temp: found.temp, condition: found.condition, night: found.night } : []
  })
}

export const reportedDaysOf = (samples: readonly Sample[], timezone: string, extremes: Extremes): ReportedDay[] => {
  const sorted = samples.toSorted((a, b) => a.at - b.at)
  const byDay = Map.groupBy(sorted, ({ at }) => dayAt(at, timezone))
  return [...byDay].map(([day, samplesOfDay], n) => {
    const temps = samplesOfDay.map(({ temp }) => temp)
    const [lowest, highest] = [Math.min(...temps), Math.max(...temps)]
    const provided = extremes.get(day)
    const isPlausible =
      provided &&
      provided.min <= provided.max &&
      provided.min <= lowest + EXTREMES_TOLERANCE &&
      provided.max >= highest - EXTREMES_TOLERANCE
    const { min, max } = isPlausible ? provided : { min: lowest, max: highest }
    const hours = hoursOf(sorted, day, timezone)
    return { day, min, max, hours, ...(n < FULL_HOUR_DAYS && { fullHours: fullHoursOf(sorted, day, timezone) }) }
  })
}
