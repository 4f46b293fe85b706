// Provider-independent reports: every provider’s response is validated and mapped to these.
import type { WeatherHour } from '@parvis/contract/weather.ts'
import type { Condition } from './conditions.ts'

/** A position; the provider learns nothing about the community. */
export interface WeatherPlace {
  latitude: number
  longitude: number
  /** IANA name of the time zone. */
  timezone: string
}

interface SkyState {
  condition: Condition
  night: boolean
}

/** Temperatures in °C, times in ms since 1970, humidity in percent, wind in km/h, rain of the last hour in mm. */
export interface CurrentReport extends SkyState {
  observedAt: number
  temp: number
  humidity: number | null
  wind: number | null
  rain: number | null
  sunsetAt: number | null
}

export interface ReportedHour extends SkyState {
  hour: WeatherHour
  temp: number
}

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
   * All hours of the day, for the first two days only, so that a report from before midnight suffices after it. Missing
   * in older stored reports.
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
  name: string
  /** Each throws if the provider fails or its response is implausible. */
  fetchReport: { [K in ReportKind]: (place: WeatherPlace) => Promise<Reports[K]> }
}
