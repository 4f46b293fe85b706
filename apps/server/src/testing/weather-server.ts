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

/** Makes the provider respond correctly and without delay again, and clears its recorded requests. */
export const resetProvider = async (provider: FakeWeatherProvider): Promise<void> => {
  await provider.restart()
  provider.requestedUrls.length = 0
  provider.simulateFailure = null
  provider.delayMs = 0
  provider.weatherAt = at => ({ temp: 10 + at.getUTCHours() / 2, code: 0, id: 800 })
}

/** The result of `keys` when both the current weather and the forecast are unavailable. */
export const bothUnavailable = ['502 weatherunavailable', '502 weatherunavailable']

/** Calls about the weather. `getServer` is called at each use, as the server is opened later. */
export const weatherCalls = (getServer: () => Omit<WeatherServer, 'provider'>) => {
  const now = () => getServer().server.platform.clock.now().getTime()
  /** Sets the clock and renews the sessions, which would expire otherwise. */
  const setClock = async (at: number, { clock, db }: TestServer = getServer().server) => {
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
      getServer().server.db.updateTable('communities').set(values).where('custom_uri', '=', 'les-tilleuls').execute(),
    current: async (visitor = getServer().member) => (await visitor.call(getCurrentWeather)).answer,
    forecast: async (visitor = getServer().member) => (await visitor.call(getForecast)).answer,
    /** Reads the current weather and the forecast; returns 200 or the status with the error key for each of them. */
    keys: async () =>
      Promise.all(
        [getCurrentWeather, getForecast].map(async endpoint => {
          const reply = await getServer().member.call(endpoint)
          return reply.status === 200 ? 200 : `${reply.status} ${reply.error.key}`
        }),
      ),
  }
}
