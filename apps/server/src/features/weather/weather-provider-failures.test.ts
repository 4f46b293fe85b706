import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { purgeOldReports } from './report.service.ts'
import type { FakeWeatherProvider } from '#server/testing/weather-provider.ts'
import { openWeatherServer, resetProvider, bothUnavailable, weatherCalls } from '#server/testing/weather-server.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let provider: FakeWeatherProvider
let server: TestServer
let member: Visitor

const { now, setClock, advance, setCommunity, current, forecast, keys } = weatherCalls(() => ({ server, member }))

beforeAll(async () => {
  ;({ provider, server, member } = await openWeatherServer())
})
/** Each test uses another place, so that nothing is cached. */
let latitude = 45.93
beforeEach(async () => {
  latitude += 0.1
  await setCommunity({ latitude, longitude: 6.1286 })
  await setClock(Date.UTC(2031, 5, 12, 8, 20))
  await resetProvider(provider)
})
afterAll(async () => {
  await server.close()
  await provider.stop()
})

describe('requests to the provider', () => {
  it('are coalesced for two hundred concurrent readers, and cached for ten minutes (current weather) or an hour (forecast)', async () => {
    provider.delayMs = 300
    const crowd = Array.from({ length: 200 })
    const all = await Promise.all(crowd.flatMap(() => [current(), forecast()]))
    expect(all).toHaveLength(400)
    expect(provider.requestedUrls).toHaveLength(2)
    await advance(9 * MINUTE)
    await Promise.all([current(), forecast()])
    expect(provider.requestedUrls).toHaveLength(2)
    await advance(2 * MINUTE)
    await Promise.all([current(), forecast()])
    expect(provider.requestedUrls).toHaveLength(3)
    expect(provider.requestedUrls[2]!.searchParams.has('current')).toBe(true)
    await advance(50 * MINUTE)
    await forecast()
    expect(provider.requestedUrls).toHaveLength(4)
  })

  it('are not repeated when another process has stored a report, nor after a restart', async () => {
    await Promise.all([current(), forecast()])
    const other = { ...server.platform, state: new Map() }
    const app = await buildApp(other, { logLevel: 'silent' })
    const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({ url: '/weather/current', headers: { cookie } })
    expect(answer.json()).toEqual(await current())
    expect(provider.requestedUrls).toHaveLength(2)
    await app.close()
  })
})

describe('implausible responses', () => {
  const answers = (answer: object) => {
    provider.simulateFailure = response => void response.end(JSON.stringify(answer))
  }
  const sky = { temperature_2m: 12, weather_code: 1, is_day: 1 }
  const day = (at: number, extremes: object = {}) => {
    const time = Array.from({ length: 24 }, (_, n) => at + n * 3600)
    const hourly = { time, temperature_2m: time.map(() => 12), weather_code: time.map(() => 1) }
    return { current: { time: Math.floor(now() / 1000), ...sky }, hourly, ...extremes }
  }
  const midnight = () => Math.floor(Date.UTC(2031, 5, 11, 22) / 1000)

  it.each([0, 9_999_999_999, Date.UTC(2031, 5, 12) / 1000 - 86_400])(
    'are rejected if the current weather is not about now: time %i',
    async time => {
      answers({ current: { time, ...sky }, daily: { sunset: [0] } })
      expect((await keys())[0]).toBe('502 weatherunavailable')
    },
  )

  it('are rejected if the forecast is about other days', async () => {
    answers(day(midnight() + 365 * 86_400))
    expect((await keys())[1]).toBe('502 weatherunavailable')
  })

  it('are rejected if the days of the forecast lack hours, and the previous report is shown', async () => {
    const before = await forecast()
    await advance(61 * 60_000)
    const at = midnight() + 12 * 3600
    answers({ hourly: { time: [at], temperature_2m: [12], weather_code: [1] } })
    expect((await forecast())[0]!.date[0]).toMatchObject({ ...before[0]!.date[0]! })
    expect((await forecast())[0]!.stale).toBe(true)
  })

  it('are shown without their implausible values', async () => {
    const time = midnight()
    answers(day(time, { daily: { time: [time], temperature_2m_min: [60], temperature_2m_max: [-60], sunset: [0] } }))
    expect((await current()).sunset).toBe(null)
    expect((await forecast())[0]!.date[0]).toMatchObject({ tempMin: 12, tempMax: 12 })
  })

  it.each([
    [50, 60],
    [-9, -3],
    [12.8, 11.2],
  ])('are shown without daily extremes that contradict the hours: %d and %d', async (min, max) => {
    const time = midnight()
    answers(day(time, { daily: { time: [time], temperature_2m_min: [min], temperature_2m_max: [max] } }))
    expect((await forecast())[0]!.date[0]).toMatchObject({ tempMin: 12, tempMax: 12 })
  })
})

describe('a failing provider', () => {
  it('is replaced by its last report, marked as stale, and is requested at most once a minute', async () => {
    const [before, days] = [await current(), await forecast()]
    await provider.stop()
    await advance(2 * HOUR)
    provider.requestedUrls.length = 0
    expect(await current()).toEqual({ ...before, stale: true })
    const hoursLeft = ({ hours }: (typeof days)[number]) => hours.filter(({ at }) => Date.parse(at) > now() - HOUR)
    expect(await forecast()).toEqual(days.map(day => ({ ...day, hours: hoursLeft(day), stale: true })))
    await provider.restart()
    // The backoff prevents another request at once.
    expect((await current()).stale).toBe(true)
    expect(provider.requestedUrls).toEqual([])
    await advance(1.1 * MINUTE)
    expect(await current()).toMatchObject({ stale: false, updatedAt: expect.not.stringContaining(before.updatedAt) })
    expect((await forecast())[0]!.stale).toBe(false)
    await provider.stop()
    // All days of its last forecast have passed.
    await advance(9 * DAY)
    expect(await keys()).toEqual(bothUnavailable)
    await provider.restart()
  })

  it('is replaced by the remaining days of its last forecast', async () => {
    await forecast()
    await provider.stop()
    await advance(4 * DAY)
    expect(await forecast()).toHaveLength(3)
    expect(await keys()).toEqual(['502 weatherunavailable', 200])
    await provider.restart()
  })

  const answer =
    (body: string | Buffer, status = 200, headers: Record<string, string> = {}) =>
    (response: ServerResponse) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  const hour = (more: object) =>
    JSON.stringify({ current: { time: 1, temperature_2m: 20, weather_code: 0, ...more }, hourly: more })
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['truncated JSON', answer('{"current": {"time": 17')],
    ['HTML', answer('<html>')],
    ['an empty response', answer('')],
    ['null', answer('null')],
    ['an unknown structure', answer('{"current": [], "hourly": {"time": "now"}}')],
    ['a temperature that is a string', answer(hour({ temperature_2m: 'warm' }))],
    ['an impossible temperature', answer(hour({ temperature_2m: 5500 }))],
    ['an unknown weather code', answer(hour({ weather_code: 4242 }))],
    ['an invalid date', answer(hour({ time: '2031-99-99T99:99' }))],
    ['a response of 5 MB', answer(JSON.stringify({ current: {}, more: 'x'.repeat(5 * 1024 * 1024) }))],
    ['status 500', answer('{"error": true}', 500)],
    ['status 429', answer('{}', 429)],
    ['a redirect', answer('', 302, { location: 'http://169.254.169.254/' })],
    ['a redirect to itself', answer('', 301, { location: '/v1/forecast' })],
    ['a broken connection', response => response.destroy()],
  ])('makes the weather unavailable with this response: %s', async (_, misbehave) => {
    provider.simulateFailure = response => void misbehave(response)
    expect(await keys()).toEqual(bothUnavailable)
    expect(provider.requestedUrls).toHaveLength(2)
    expect(await keys()).toEqual(bothUnavailable)
    expect(provider.requestedUrls).toHaveLength(2)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['never answers', () => {}],
    [
      'sends one byte at a time',
      response => {
        response.writeHead(200)
        // pause: the service sends a byte now and then
        const drip = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('does not delay the response beyond the timeout when it %s', async (_, misbehave) => {
    provider.simulateFailure = misbehave
    server.platform.settings.weather!.timeoutMs = 300
    expect(await keys()).toEqual(bothUnavailable)
    delete server.platform.settings.weather!.timeoutMs
  })
})

it('reports are purged after a week', async () => {
  const place = `${Math.round(latitude * 100) / 100},6.13 Europe/Paris`
  const storedKinds = () => server.db.selectFrom('weather_reports').select('kind').where('place', '=', place).execute()
  await forecast()
  expect(await storedKinds()).toHaveLength(1)
  await purgeOldReports(server.db, new Date(now() + 6 * DAY))
  expect(await storedKinds()).toHaveLength(1)
  await purgeOldReports(server.db, new Date(now() + 8 * DAY))
  expect(await storedKinds()).toEqual([])
})
