import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { English, Instant, Nullable, NullableText } from './entity.ts'

/** The hours of a day that a forecast tells, by the clocks of the community. */
export const weatherHours = [9, 12, 15, 18] as const
export type WeatherHour = (typeof weatherHours)[number]

/** The days of a forecast, today among them. */
export const FORECAST_DAYS = 5

/**
 * What every answer says of itself: who it is from, how old it is, and whether it should be newer but cannot be had.
 */
const Told = {
  source: Type.String({ description: 'the provider, as its credit names it' }),
  updatedAt: Type.String({ format: 'date-time', description: 'when the provider was asked' }),
  stale: Type.Boolean({ description: 'the provider cannot be reached: this is what it said last' }),
}

/** Icons are OpenWeather's codes (01d … 50n). Degrees are Celsius. */
export const CurrentWeather = Type.Object({
  name: Type.String({ description: 'the town' }),
  main: Type.Object({
    temp: Type.Number(),
    humidity: Type.Union([Type.Number(), Type.Null()], { description: 'percent' }),
  }),
  wind: Type.Union([Type.Number(), Type.Null()], { description: 'km/h' }),
  rain: Type.Union([Type.Number(), Type.Null()], { description: 'mm within the last hour' }),
  sunset: Nullable(Instant),
  weather: Type.Array(Type.Object({ icon: Type.String(), description: NullableText, lang: English('description') }), {
    minItems: 1,
    maxItems: 1,
  }),
  date: Type.String({ format: 'date-time', description: 'when it was observed' }),
  ...Told,
})
export type CurrentWeather = Static<typeof CurrentWeather>

const Degrees = Nullable(Type.Number())

/** An hour is null where the provider told nothing of it, as some do of hours that are over. */
const DayWeather = Type.Object({
  tempMin: Type.Number(),
  tempMax: Type.Number(),
  tempMain09: Degrees,
  tempMain12: Degrees,
  tempMain15: Degrees,
  tempMain18: Degrees,
  icon09h: NullableText,
  icon12h: NullableText,
  icon15h: NullableText,
  icon18h: NullableText,
  description09h: NullableText,
  description12h: NullableText,
  description15h: NullableText,
  description18h: NullableText,
  lang: English('description09h', 'description12h', 'description15h', 'description18h'),
})

const HourAhead = Type.Object({
  at: Instant,
  temp: Type.Number(),
  icon: Type.String(),
  description: NullableText,
  lang: English('description'),
})
export type HourAhead = Static<typeof HourAhead>

/** One day: `date` holds one object, as the wire has it. */
export const ForecastEntry = Type.Object({
  day: Type.String({ format: 'date', description: 'by the clocks of the community' }),
  description: Type.Union([Type.String(), Type.Null()], { description: 'the day in a few words' }),
  lang: English('description'),
  date: Type.Array(DayWeather, { minItems: 1, maxItems: 1 }),
  hours: Type.Array(HourAhead, {
    description: 'of today alone: the hour that it is, and each that is known until midnight',
  }),
  ...Told,
})
export type ForecastEntry = Static<typeof ForecastEntry>

export const getCurrentWeather = endpoint({
  method: 'GET',
  path: '/weather/current',
  summary: 'The weather where the community is, now',
  access: 'session',
  answer: CurrentWeather,
  errors: ['error404', 'weatherunavailable'],
})

export const getForecast = endpoint({
  method: 'GET',
  path: '/weather/forecast',
  summary: 'The weather where the community is: today and the four days after it, at 9, 12, 15 and 18 h',
  access: 'session',
  answer: Type.Array(ForecastEntry, { minItems: 1, maxItems: FORECAST_DAYS }),
  errors: ['error404', 'weatherunavailable'],
})

/** What a day's entry says of one hour; null where it says nothing. */
export const hourOf = ({ date: [day] }: ForecastEntry, hour: WeatherHour) => {
  if (!day) return null
  const name = String(hour).padStart(2, '0') as '09' | '12' | '15' | '18'
  const [temp, icon] = [day[`tempMain${name}`], day[`icon${name}h`]]
  return temp === null || icon === null
    ? null
    : {
        temp,
        icon,
        description: day[`description${name}h`],
        lang: { en: { description: day.lang.en[`description${name}h`] ?? null } },
      }
}
