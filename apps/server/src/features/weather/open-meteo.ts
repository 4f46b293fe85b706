import { dayAt } from '@parvis/contract/past-event.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { type Condition, conditionOfWmo } from './conditions.ts'
import type { CurrentReport, ForecastReport, ReportKind, WeatherPlace, WeatherProvider } from './report.ts'
import { reportedDaysOf, type Extremes, type Sample } from './reported-days.ts'
import {
  Degrees,
  Maybe,
  Moment,
  momentToEpochMs,
  ifOnSameDay,
  createResponseReader,
  numberWithin,
} from './provider-values.ts'

const HALF_DAY_MS = 12 * 60 * 60_000
/** Two days more than shown, so that a report fetched before midnight still suffices after it. */
const DAYS = 7
const MAX_HOURS = 24 * 16
const ListOf = <S extends TSchema>(item: S) => Type.Array(item, { maxItems: MAX_HOURS })

const Current = Type.Object({
  current: Type.Object({
    time: Moment,
    temperature_2m: Degrees,
    weather_code: Type.Integer(),
    is_day: Maybe(Type.Number()),
    relative_humidity_2m: Maybe(Type.Number()),
    wind_speed_10m: Maybe(Type.Number()),
    precipitation: Maybe(Type.Number()),
  }),
  daily: Maybe(Type.Object({ sunset: Maybe(ListOf(Type.Union([Moment, Type.Null()]))) })),
})

const Forecast = Type.Object({
  hourly: Type.Object({
    time: ListOf(Moment),
    temperature_2m: ListOf(Type.Union([Degrees, Type.Null()])),
    weather_code: ListOf(Type.Union([Type.Integer(), Type.Null()])),
    is_day: Maybe(ListOf(Type.Union([Type.Number(), Type.Null()]))),
  }),
  daily: Maybe(
    Type.Object({
      time: ListOf(Moment),
      temperature_2m_min: ListOf(Type.Union([Degrees, Type.Null()])),
      temperature_2m_max: ListOf(Type.Union([Degrees, Type.Null()])),
    }),
  ),
})

const readCurrent = createResponseReader(Current)
const readForecast = createResponseReader(Forecast)

const getCondition = (code: number): Condition => {
  const condition = conditionOfWmo(code)
  if (!condition) throw new Error('unknown weather code in the provider’s response')
  return condition
}

const currentOf = ({ current, daily }: Static<typeof Current>, { timezone }: WeatherPlace): CurrentReport => {
  const observedAt = momentToEpochMs(current.time, timezone)
  const sunsetMoment = daily?.sunset?.[0] ?? null
  const sunset = sunsetMoment === null ? null : momentToEpochMs(sunsetMoment, timezone)
  return {
    observedAt,
    temp: current.temperature_2m,
    condition: getCondition(current.weather_code),
    night: current.is_day === 0,
    humidity: numberWithin(current.relative_humidity_2m, 0, 100),
    wind: numberWithin(current.wind_speed_10m, 0, 500),
    rain: numberWithin(current.precipitation, 0, 500),
    sunsetAt: ifOnSameDay(sunset, observedAt, timezone),
  }
}

/**
 * Daily minimum and maximum by local day. Open-Meteo applies one UTC offset to the whole response, so that around a
 * clock change its days begin an hour off; their middle is still on the right day.
 */
const extremesOf = ({ daily }: Static<typeof Forecast>, timezone: string): Extremes =>
  new Map(
    daily?.time.flatMap((time, n) => {
      const [min, max] = [daily.temperature_2m_min[n] ?? null, daily.temperature_2m_max[n] ?? null]
      if (min === null || max === null) return []
      return [[dayAt(momentToEpochMs(time, timezone) + HALF_DAY_MS, timezone), { min, max }] as const]
    }),
  )

const forecastOf = (answer: Static<typeof Forecast>, { timezone }: WeatherPlace): ForecastReport => {
  const { time, temperature_2m: temps, weather_code: codes, is_day: days } = answer.hourly
  const samples = time.flatMap((moment, n): Sample | [] => {
    const [temp, code] = [temps[n] ?? null, codes[n] ?? null]
    if (temp === null || code === null) return []
    return { at: momentToEpochMs(moment, timezone), temp, condition: getCondition(code), night: days?.[n] === 0 }
  })
  return { days: reportedDaysOf(samples, timezone, extremesOf(answer, timezone)) }
}

const queryOf = {
  current: {
    current: 'temperature_2m,relative_humidity_2m,wind_speed_10m,precipitation,weather_code,is_day',
    daily: 'sunset',
    forecast_days: '1',
  },
  forecast: {
    hourly: 'temperature_2m,weather_code,is_day',
    daily: 'temperature_2m_min,temperature_2m_max',
    forecast_days: String(DAYS),
  },
} as const

/** `key` is the API key of paying customers; null without one. */
export const createOpenMeteo = (
  base: URL,
  key: string | null,
  fetchAnswer: (address: URL) => Promise<unknown>,
): WeatherProvider => {
  const fetchFor = (kind: ReportKind, { latitude, longitude, timezone }: WeatherPlace) => {
    const address = new URL(base)
    if (address.pathname === '/') address.pathname = '/v1/forecast'
    const query = {
      latitude,
      longitude,
      timezone,
      timeformat: 'unixtime',
      ...queryOf[kind],
      ...(key && { apikey: key }),
    }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    return fetchAnswer(address)
  }
  return {
    name: 'Open-Meteo',
    fetchReport: {
      current: async place => currentOf(readCurrent(await fetchFor('current', place)), place),
      forecast: async place => forecastOf(readForecast(await fetchFor('forecast', place)), place),
    },
  }
}
