import Type, { type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { English, Instant, Nullable, NullableText } from './entity.ts'

/** The hours of a day for which a forecast has values, in the community’s timezone. */
export const weatherHours = [9, 12, 15, 18] as const
export type WeatherHour = (typeof weatherHours)[number]

/** Number of days of a forecast, today included. */
export const FORECAST_DAYS = 5

const Provenance = {
  source: Type.String({ description: 'The provider, as named in its attribution.' }),
  updatedAt: Type.String({ format: 'date-time', description: 'When the data was requested from the provider.' }),
  stale: Type.Boolean({ description: 'True when the provider cannot be reached and this is its last answer.' }),
}

/** Icons are OpenWeather's codes (01d to 50n). Temperatures are in degrees Celsius. */
export const CurrentWeather = Type.Object({
  name: Type.String({ description: 'The town.' }),
  main: Type.Object({
    temp: Type.Number(),
    humidity: Type.Union([Type.Number(), Type.Null()], { description: 'percent' }),
  }),
  wind: Type.Union([Type.Number(), Type.Null()], { description: 'km/h' }),
  rain: Type.Union([Type.Number(), Type.Null()], { description: 'Millimetres within the last hour.' }),
  sunset: Nullable(Instant),
  weather: Type.Array(Type.Object({ icon: Type.String(), description: NullableText, lang: English('description') }), {
    minItems: 1,
    maxItems: 1,
  }),
  date: Type.String({ format: 'date-time', description: 'When it was observed.' }),
  ...Provenance,
})
export type CurrentWeather = Static<typeof CurrentWeather>

const Degrees = Nullable(Type.Number())

/** The weather of a day. An hour is null when the provider has no data for it, as for some past hours. */
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

const ForecastHour = Type.Object({
  at: Instant,
  temp: Type.Number(),
  icon: Type.String(),
  description: NullableText,
  lang: English('description'),
})
export type ForecastHour = Static<typeof ForecastHour>

/** One day; on the wire `date` is an array with one object. */
export const ForecastEntry = Type.Object({
  day: Type.String({ format: 'date', description: 'The date in the community’s timezone.' }),
  description: Type.Union([Type.String(), Type.Null()], { description: 'A short summary of the day.' }),
  lang: English('description'),
  date: Type.Array(DayWeather, { minItems: 1, maxItems: 1 }),
  hours: Type.Array(ForecastHour, {
    description: 'Only for today: the current hour, and each known hour until midnight.',
  }),
  ...Provenance,
})
export type ForecastEntry = Static<typeof ForecastEntry>

export const getCurrentWeather = endpoint({
  method: 'GET',
  path: '/weather/current',
  summary: 'Get the current weather of the community',
  access: 'session',
  answer: CurrentWeather,
  errors: ['error404', 'weatherunavailable'],
})

export const getForecast = endpoint({
  method: 'GET',
  path: '/weather/forecast',
  summary: 'Get the weather forecast of the community: today and the next four days, at 9, 12, 15 and 18 h',
  access: 'session',
  answer: Type.Array(ForecastEntry, { minItems: 1, maxItems: FORECAST_DAYS }),
  errors: ['error404', 'weatherunavailable'],
})

/** The forecast of one hour; null when the provider has no data. */
export const forecastHourOf = ({ date: [day] }: ForecastEntry, hour: WeatherHour) => {
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
