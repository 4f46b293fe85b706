import { getCurrentWeather, getForecast } from '@parvis/contract/weather.ts'
import { openTestServer, type TestServer, type Visitor } from './test-server.ts'
import { type FakeWeatherProvider, startWeatherProvider } from './weather-provider.ts'

export interface WeatherServer {
  provider: FakeWeatherProvider
  server: TestServer
  member: Visitor
}

/** Opens a server with a weather provider that follows the clock of the server. */
export const openWeatherServer = async (): Promise<WeatherServer> => {
  const provider = await startWeatherProvider()
  const server = await openTestServer('demo', {
    zone: 'Europe/Paris',
    settings: { weather: provider.settings('open-meteo') },
  })
  provider.now = () => server.platform.clock.now().getTime()
  return { provider, server, member: await server.as('administrator') }
}

/** Makes the provider answer plausibly and at once again, and forget the requests so far. */
export const resetProvider = async (provider: FakeWeatherProvider): Promise<void> => {
  await provider.restart()
  provider.requestedUrls.length = 0
  provider.misbehave = null
  provider.delayMs = 0
  provider.hour = at => ({ temp: 10 + at.getUTCHours() / 2, code: 0, id: 800 })
}

/** The keys of both calls when there is neither a current weather nor a forecast. */
export const unavailable = ['502 weatherunavailable', '502 weatherunavailable']

/** Calls about the weather. `find` is called at each use, as the server is opened later. */
export const weatherCalls = (find: () => Omit<WeatherServer, 'provider'>) => {
  const now = () => find().server.platform.clock.now().getTime()
  /** Sets the clock and renews the sessions, which would expire otherwise. */
  const setClock = async (at: number, { clock, db }: TestServer = find().server) => {
    clock.aheadMs = at - Date.now()
    await db
      .updateTable('sessions')
      .set({ created_at: new Date(at), seen_at: new Date(at) })
      .execute()
  }
  return {
    now,
    setClock,
    advance: (milliseconds: number) => setClock(now() + milliseconds),
    setCommunity: (values: object) =>
      find().server.db.updateTable('communities').set(values).where('custom_uri', '=', 'les-tilleuls').execute(),
    current: async (visitor = find().member) => (await visitor.call(getCurrentWeather)).answer,
    forecast: async (visitor = find().member) => (await visitor.call(getForecast)).answer,
    /** Returns the status, and the error key of a failure, of reading the current weather and the forecast. */
    keys: async () =>
      Promise.all(
        [getCurrentWeather, getForecast].map(async endpoint => {
          const reply = await find().member.call(endpoint)
          return reply.status === 200 ? 200 : `${reply.status} ${reply.error.key}`
        }),
      ),
  }
}
