// What every provider's answer is turned into before anything else is done with it: no word of theirs gets further.
import type { WeatherHour } from '@parvis/contract/weather.ts'
import type { Condition } from './conditions.ts'

/** Where the weather is asked for: what is known of no community, but of a place and its clocks. */
export interface WeatherPlace {
  /** Degrees. */
  latitude: number
  longitude: number
  /** As IANA names it. */
  timezone: string
}

interface Sky {
  condition: Condition
  night: boolean
}

/** Temperatures in degrees Celsius, times in milliseconds since 1970. */
export interface CurrentReport extends Sky {
  observedAt: number
  temp: number
  /** Percent. */
  humidity: number | null
  /** km/h. */
  wind: number | null
  /** mm within the last hour. */
  rain: number | null
  sunsetAt: number | null
}

export interface ReportedHour extends Sky {
  hour: WeatherHour
  temp: number
}

/** At a full hour by the clocks of the place. */
export interface FullHour extends Sky {
  at: number
  temp: number
}

export interface ReportedDay {
  /** YYYY-MM-DD, by the clocks of the place. */
  day: string
  min: number
  max: number
  hours: ReportedHour[]
  /**
   * Of the first two days: what is fetched before midnight serves after it. Reports of before these were kept have
   * none.
   */
  fullHours?: FullHour[]
}

export interface ForecastReport {
  days: ReportedDay[]
}

interface Reports {
  current: CurrentReport
  forecast: ForecastReport
}
export type ReportKind = keyof Reports
/** `source` is the provider, as its credit names it. */
export type Report<K extends ReportKind = ReportKind> = Reports[K] & { source: string }

export interface WeatherProvider {
  /** As its credit names it. */
  name: string
  /** Each throws where it has no answer, or one that cannot be right. */
  ask: { [K in ReportKind]: (place: WeatherPlace) => Promise<Reports[K]> }
}
