import { dayAt } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WeatherSettings } from '../kernel/settings.ts'

/** A local weather provider that responds like both supported providers and can simulate failures. */
export interface FakeWeatherProvider {
  settings(provider: WeatherSettings['provider']): WeatherSettings
  requestedUrls: URL[]
  simulateFailure: ((response: ServerResponse) => void) | null
  /** The provider's clock, in milliseconds since 1970. */
  now: () => number
  /** Returns the weather of an hour (UTC): `code` is Open-Meteo’s, `id` OpenWeather’s weather code. */
  weatherAt: (at: Date) => { temp: number; code: number; id: number }
  delayMs: number
  /** Stops listening; `restart` listens on the same port again. */
  stop(): Promise<void>
  restart(): Promise<void>
}

const HOUR_S = 3600
/** Weather codes of Open-Meteo and OpenWeather, one pair a day. */
const skies = [
  [1, 801],
  [0, 800],
  [61, 500],
  [3, 804],
  [95, 211],
] as const

const isDay = (seconds: number) => {
  const hour = new Date(seconds * 1000).getUTCHours()
  return hour >= 6 && hour < 18 ? 1 : 0
}

const answerOpenMeteo = ({ weatherAt, now: clock }: FakeWeatherProvider, { searchParams }: URL) => {
  const hourAt = (seconds: number) => weatherAt(new Date(seconds * 1000))
  const now = Math.floor(clock() / 1000)
  const timezone = searchParams.get('timezone')!
  const midnight = instantAt(dayAt(clock(), timezone), '00:00', timezone) / 1000
  const hours = Number(searchParams.get('forecast_days')) * 24
  const times = Array.from({ length: hours }, (_, n) => midnight + n * HOUR_S)
  return {
    current: {
      time: now,
      temperature_2m: hourAt(now).temp,
      relative_humidity_2m: 55,
      wind_speed_10m: 9.4,
      precipitation: 0,
      weather_code: hourAt(now).code,
      is_day: isDay(now),
    },
    hourly: {
      time: times,
      temperature_2m: times.map(time => hourAt(time).temp),
      weather_code: times.map(time => hourAt(time).code),
      is_day: times.map(isDay),
    },
    daily: { sunset: [midnight + 21 * HOUR_S], time: [], temperature_2m_min: [], temperature_2m_max: [] },
  }
}

const answerOpenWeather = ({ weatherAt, now: clock }: FakeWeatherProvider, { pathname }: URL) => {
  const hourAt = (seconds: number) => weatherAt(new Date(seconds * 1000))
  const skyAt = (seconds: number) => [{ id: hourAt(seconds).id, icon: isDay(seconds) ? '01d' : '01n' }]
  const now = Math.floor(clock() / 1000)
  if (pathname.endsWith('/weather'))
    return {
      dt: now,
      main: { temp: hourAt(now).temp, humidity: 55 },
      weather: skyAt(now),
      wind: { speed: 2.5 },
      sys: { sunset: now + HOUR_S },
    }
  const first = now - (now % (3 * HOUR_S)) + 3 * HOUR_S
  const times = Array.from({ length: 40 }, (_, n) => first + n * 3 * HOUR_S)
  return { list: times.map(dt => ({ dt, main: { temp: hourAt(dt).temp }, weather: skyAt(dt) })) }
}

export const startWeatherProvider = async (): Promise<FakeWeatherProvider> => {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://weather.test')
    provider.requestedUrls.push(url)
    if (provider.simulateFailure) return provider.simulateFailure(response)
    const answer = JSON.stringify(
      url.pathname.startsWith('/v1/') ? answerOpenMeteo(provider, url) : answerOpenWeather(provider, url),
    )
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(answer)
    }, provider.delayMs)
  })
  const listen = (port: number) =>
    new Promise<void>(done => {
      server.listen(port, '127.0.0.1', done)
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  const provider: FakeWeatherProvider = {
    settings: name => ({ provider: name, url: new URL(`http://127.0.0.1:${port}`), key: null }),
    requestedUrls: [],
    simulateFailure: null,
    now: Date.now,
    weatherAt: at => {
      const [code, id] = skies[(at.getUTCDate() + (at.getUTCHours() > 12 ? 1 : 0)) % skies.length]!
      return { temp: 14 + (at.getUTCDate() % 5) * 2 - Math.abs(at.getUTCHours() - 14) / 1.5, code, id }
    },
    delayMs: 0,
    async stop() {
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise(done => {
        server.close(done)
      })
    },
    restart: async () => {
      if (!server.listening) await listen(port)
    },
  }
  return provider
}

/** An unreachable provider, for tests that need the weather feature switched on but never request the weather. */
export const unreachableProvider: WeatherSettings = {
  provider: 'open-meteo',
  url: new URL('http://127.0.0.1:1/'),
  key: null,
}
