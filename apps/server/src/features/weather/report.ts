// Provider-independent reports: every provider’s response is validated and mapped to these.
import type { WeatherHour } from '@parvis/contract/weather.ts'
import type { Condition } from './conditions.ts'

/** A position; the provider learns nothing about the community. */
export interface WeatherPlace {
  latitude: number
  longitude: number
  /** IANA name. */
  timezone: string
}

interface SkyState {
  condition: Condition
  night: boolean
}

/** Temperatures in °C, times in milliseconds since 1970. */
export interface CurrentReport extends SkyState {
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

export interface ReportedHour extends SkyState {
  hour: WeatherHour
  temp: number
}

/** At a full hour of local time. */
export interface FullHour extends SkyState {
  at: number
  temp: number
}

export interface ReportedDay {
  /** YYYY-MM-DD, local time of the place. */
  day: string
  min: number
  max: number
  hours: ReportedHour[]
  /**
   * For the first two days, so that a report fetched before midnight suffices after it. Missing in older stored
   * reports.
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
/** `source` is the name in the provider’s attribution. */
export type Report<K extends ReportKind = ReportKind> = Reports[K] & { source: string }

export interface WeatherProvider {
  /** As in its attribution. */
  name: string
  /** Each throws if the provider fails or its response is implausible. */
  fetchReport: { [K in ReportKind]: (place: WeatherPlace) => Promise<Reports[K]> }
}
