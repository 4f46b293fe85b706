// Providers tell of hours by the clocks of the world; the product tells of days, at four hours, by the clocks of the
// place.
import { dayAt, endOfDay } from '@parvis/contract/past-event.ts'
import { weatherHours } from '@parvis/contract/weather.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Condition } from './conditions.ts'
import type { FullHour, ReportedDay, ReportedHour } from './report.ts'

/** What a provider says of one moment: milliseconds since 1970, degrees Celsius. */
export interface Sample {
  at: number
  temp: number
  condition: Condition
  night: boolean
}

/** The lowest and the highest of a day, where the provider tells them: of some hours in between it may say nothing. */
export type Extremes = ReadonlyMap<string, { min: number; max: number }>

const HOUR_MS = 60 * 60_000
/** Further apart than this, nothing is known of what lies between two samples. */
const MOST_APART_MS = 3 * HOUR_MS
/** A day is never warmer at its coldest than in one of its hours, but for what is rounded: degrees. */
const MOST_OFF = 1
/** Days of which every hour is kept. */
const WHOLE_DAYS = 2

const tenth = (degrees: number) => Math.round(degrees * 10) / 10

/** What is known of a moment: told, or read between two samples; the sky is that of the nearer one. */
const sampleAt = (samples: readonly Sample[], at: number): Omit<Sample, 'at'> | null => {
  const next = samples.findIndex(sample => sample.at >= at)
  const after = samples[next]
  if (!after) return null
  if (after.at === at) return after
  const before = samples[next - 1]
  if (!before || after.at - before.at > MOST_APART_MS) return null
  const part = (at - before.at) / (after.at - before.at)
  const { condition, night } = part < 0.5 ? before : after
  return { temp: tenth(before.temp + part * (after.temp - before.temp)), condition, night }
}

const hoursOf = (samples: readonly Sample[], day: string, timezone: string): ReportedHour[] =>
  weatherHours.flatMap(hour => {
    const found = sampleAt(samples, instantAt(day, `${String(hour).padStart(2, '0')}:00`, timezone))
    return found ? { hour, temp: found.temp, condition: found.condition, night: found.night } : []
  })

/** Days have 23 hours or 25 where the clocks change. */
const fullHoursOf = (samples: readonly Sample[], day: string, timezone: string): FullHour[] => {
  const [begin, end] = [instantAt(day, '00:00', timezone), endOfDay(day, timezone)]
  return Array.from({ length: Math.ceil((end - begin) / HOUR_MS) }, (_, n) => begin + n * HOUR_MS).flatMap(at => {
    const found = sampleAt(samples, at)
    return found ? { at, temp: found.temp, condition: found.condition, night: found.night } : []
  })
}

/** The days that samples tell of, in their order. */
export const daysOf = (samples: readonly Sample[], timezone: string, extremes: Extremes): ReportedDay[] => {
  const inOrder = samples.toSorted((a, b) => a.at - b.at)
  const byDay = Map.groupBy(inOrder, ({ at }) => dayAt(at, timezone))
  return [...byDay].map(([day, told], n) => {
    const temps = told.map(({ temp }) => temp)
    const [lowest, highest] = [Math.min(...temps), Math.max(...temps)]
    const said = extremes.get(day)
    const isRight = said && said.min <= said.max && said.min <= lowest + MOST_OFF && said.max >= highest - MOST_OFF
    const { min, max } = isRight ? said : { min: lowest, max: highest }
    const hours = hoursOf(inOrder, day, timezone)
    return { day, min, max, hours, ...(n < WHOLE_DAYS && { fullHours: fullHoursOf(inOrder, day, timezone) }) }
  })
}
