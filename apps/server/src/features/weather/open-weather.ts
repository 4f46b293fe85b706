import Type, { type Static } from 'typebox'
import { type Condition, conditionOfOpenWeather } from './conditions.ts'
import type { CurrentReport, WeatherPlace, WeatherProvider } from './report.ts'
import { reportedDaysOf, type Sample } from './reported-days.ts'
import { Degrees, Maybe, ifOnSameDay, createResponseReader, numberWithin } from './provider-values.ts'

const Seconds = Type.Integer({ minimum: 0, maximum: 10_000_000_000 })
const Skies = Type.Array(Type.Object({ id: Type.Integer(), icon: Maybe(Type.String()) }), { minItems: 1, maxItems: 20 })
const KMH_PER_METRE_PER_SECOND = 3.6

const Current = Type.Object({
  dt: Seconds,
  main: Type.Object({ temp: Degrees, humidity: Maybe(Type.Number()) }),
  weather: Skies,
  wind: Maybe(Type.Object({ speed: Maybe(Type.Number()) })),
  rain: Maybe(Type.Object({ '1h': Maybe(Type.Number()) })),
  sys: Maybe(Type.Object({ sunset: Maybe(Seconds) })),
})

const Forecast = Type.Object({
  list: Type.Array(Type.Object({ dt: Seconds, main: Type.Object({ temp: Degrees }), weather: Skies }), {
    minItems: 1,
    maxItems: 100,
  }),
})

const readCurrent = createResponseReader(Current)
const readForecast = createResponseReader(Forecast)

const skyOf = ([sky]: Static<typeof Skies>): { condition: Condition; night: boolean } => {
  const condition = conditionOfOpenWeather(sky!.id)
  if (!condition) throw new Error('unknown weather code in the provider’s response')
  return { condition, night: sky!.icon?.endsWith('n') ?? false }
}

/** A response without `rain` means that there was none. */
const currentOf = (
  { dt, main, weather, wind, rain, sys }: Static<typeof Current>,
  { timezone }: WeatherPlace,
): CurrentReport => {
  const speed = numberWithin(wind?.speed, 0, 140)
  return {
    ...skyOf(weather),
    observedAt: dt * 1000,
    temp: main.temp,
    humidity: numberWithin(main.humidity, 0, 100),
    wind: speed === null ? null : Math.round(speed * KMH_PER_METRE_PER_SECOND * 10) / 10,
    rain: numberWithin(rain?.['1h'] ?? 0, 0, 500),
    sunsetAt: ifOnSameDay(sys?.sunset ? sys.sunset * 1000 : null, dt * 1000, timezone),
  }
}

const samplesOf = ({ list }: Static<typeof Forecast>): Sample[] =>
  list.map(({ dt, main, weather }) => ({ at: dt * 1000, temp: main.temp, ...skyOf(weather) }))

/** The forecast of OpenWeather has a sample every three hours for the next five days, and none for past hours. */
export const createOpenWeather = (
  base: URL,
  key: string | null,
  fetchAnswer: (address: URL) => Promise<unknown>,
): WeatherProvider => {
  const fetchFrom = (path: 'weather' | 'forecast', { latitude, longitude }: WeatherPlace) => {
    const address = new URL(base)
    const root = address.pathname === '/' ? '/data/2.5' : address.pathname.replace(/\/$/, '')
    address.pathname = `${root}/${path}`
    const query = { lat: latitude, lon: longitude, units: 'metric', ...(key && { appid: key }) }
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value))
    return fetchAnswer(address)
  }
  return {
    name: 'OpenWeather',
    fetchReport: {
      current: async place => currentOf(readCurrent(await fetchFrom('weather', place)), place),
      forecast: async place => ({
        days: reportedDaysOf(samplesOf(readForecast(await fetchFrom('forecast', place))), place.timezone, new Map()),
      }),
    },
  }
}
