import { getCommunity } from '@parvis/contract/community.ts'
import { getInstallation } from '@parvis/contract/installation.ts'
import { getSession } from '@parvis/contract/session.ts'
import { getCurrentWeather, getForecast, forecastHourOf, weatherHours } from '@parvis/contract/weather.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { purgeOldReports } from './report.service.ts'
import { type FakeWeatherProvider, startWeatherProvider } from '#server/testing/weather-provider.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let provider: FakeWeatherProvider
let server: TestServer
let member: Visitor
let guest: Visitor

const now = () => server.platform.clock.now().getTime()
/** Sets the clock and renews the sessions, which would expire otherwise. */
const setClock = async (at: number, { clock, db }: TestServer = server) => {
  clock.aheadMs = at - Date.now()
  await db
    .updateTable('sessions')
    .set({ created_at: new Date(at), seen_at: new Date(at) })
    .execute()
}
const advance = (milliseconds: number) => setClock(now() + milliseconds)
const setCommunity = (values: object) =>
  server.db.updateTable('communities').set(values).where('custom_uri', '=', 'les-tilleuls').execute()

beforeAll(async () => {
  provider = await startWeatherProvider()
  provider.now = now
  server = await openTestServer('demo', {
    zone: 'Europe/Paris',
    settings: { weather: provider.settings('open-meteo') },
  })
  member = await server.as('administrator')
  guest = await server.asGuest()
})
/** Each test uses another place, so that nothing is cached. */
let latitude = 45.93
beforeEach(async () => {
  latitude += 0.1
  await setCommunity({ latitude, longitude: 6.1286 })
  await setClock(Date.UTC(2031, 5, 12, 8, 20))
  await provider.restart()
  provider.requestedUrls.length = 0
  provider.misbehave = null
  provider.delayMs = 0
  provider.hour = at => ({ temp: 10 + at.getUTCHours() / 2, code: 0, id: 800 })
})
afterAll(async () => {
  await server.close()
  await provider.stop()
})

const current = async (visitor = member) => (await visitor.call(getCurrentWeather)).answer
const forecast = async (visitor = member) => (await visitor.call(getForecast)).answer
const keys = async () =>
  Promise.all(
    [getCurrentWeather, getForecast].map(async endpoint => {
      const reply = await member.call(endpoint)
      return reply.status === 200 ? 200 : `${reply.status} ${reply.error.key}`
    }),
  )
const unavailable = ['502 weatherunavailable', '502 weatherunavailable']

describe('weather reports', () => {
  it('show the town, the temperature, the sky in both languages and the optional values', async () => {
    provider.hour = () => ({ temp: 24.3, code: 61, id: 500 })
    expect(await current()).toEqual({
      name: 'Annecy',
      main: { temp: 24.3, humidity: 55 },
      wind: 9.4,
      rain: 0,
      sunset: expect.stringMatching(/T19:00:00.000Z$/),
      weather: [{ icon: '10d', description: 'Pluie', lang: { en: { description: 'Rain' } } }],
      date: new Date(Math.floor(now() / 1000) * 1000).toISOString(),
      source: 'Open-Meteo',
      updatedAt: expect.any(String),
      stale: false,
    })
    const [{ pathname, searchParams } = new URL('none:')] = provider.requestedUrls
    expect(pathname).toBe('/v1/forecast')
    expect([searchParams.get('latitude'), searchParams.get('longitude'), searchParams.get('timezone')]).toEqual([
      latitude.toFixed(2),
      '6.13',
      'Europe/Paris',
    ])
  })

  it('cover five days from today, at four hours of local time', async () => {
    // 9:00 in Paris in July is 7:00 UTC.
    await setClock(Date.UTC(2032, 6, 14, 8, 20))
    provider.hour = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() === 16 ? 95 : 2, id: 800 })
    const entries = await forecast()
    expect(entries.map(({ day }) => day)).toEqual([
      '2032-07-14',
      '2032-07-15',
      '2032-07-16',
      '2032-07-17',
      '2032-07-18',
    ])
    expect(entries[0]).toEqual({
      day: '2032-07-14',
      description: 'Orages le soir',
      lang: { en: { description: 'Thunderstorms in the evening' } },
      date: [
        {
          tempMin: 0,
          tempMax: 23,
          tempMain09: 7,
          tempMain12: 10,
          tempMain15: 13,
          tempMain18: 16,
          icon09h: '03d',
          icon12h: '03d',
          icon15h: '03d',
          icon18h: '11d',
          description09h: 'Nuageux',
          description12h: 'Nuageux',
          description15h: 'Nuageux',
          description18h: 'Orage',
          lang: {
            en: {
              description09h: 'Cloudy',
              description12h: 'Cloudy',
              description15h: 'Cloudy',
              description18h: 'Thunderstorm',
            },
          },
        },
      ],
      hours: expect.any(Array),
      source: 'Open-Meteo',
      updatedAt: expect.any(String),
      stale: false,
    })
  })

  it('list the remaining hours of today, and those of the next day once it has begun', async () => {
    await setClock(instantAt('2032-07-14', '18:20', 'Europe/Paris'))
    provider.hour = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() === 19 ? 61 : 0, id: 800 })
    const [today, ...others] = await forecast()
    expect(today!.hours.map(({ at, temp, icon }) => [at.slice(11, 16), temp, icon])).toEqual([
      ['16:00', 16, '01d'],
      ['17:00', 17, '01d'],
      ['18:00', 18, '01n'],
      ['19:00', 19, '10n'],
      ['20:00', 20, '01n'],
      ['21:00', 21, '01n'],
    ])
    expect(today!.hours[3]).toMatchObject({ description: 'Pluie', lang: { en: { description: 'Rain' } } })
    expect(others.flatMap(({ hours }) => hours)).toEqual([])
    await setClock(instantAt('2032-07-14', '23:50', 'Europe/Paris'))
    await forecast()
    await advance(20 * MINUTE)
    expect((await forecast())[0]!.hours).toHaveLength(24)
  })

  it.each([
    ['spring', '2031-03-30', 23],
    ['autumn', '2031-10-26', 25],
  ])('list the right number of hours when the clocks change in %s', async (_, day, hours) => {
    await setClock(instantAt(day, '00:05', 'Europe/Paris'))
    expect((await forecast())[0]!.hours).toHaveLength(hours)
  })

  it('list no hours if the stored report of an older version has none', async () => {
    await forecast()
    const { rows } = await sql<{ report: { days: { fullHours?: unknown }[] }; place: string }>`
      select report, place from weather_reports where kind = 'forecast' and place like ${`${latitude.toFixed(2)},%`}`.execute(
      server.db,
    )
    for (const one of rows[0]!.report.days) delete one.fullHours
    const silent = { ...provider.settings('open-meteo'), url: new URL('http://127.0.0.1:1/') }
    const other = await openTestServer('demo', { zone: 'Europe/Paris', settings: { weather: silent } })
    const reader = await other.as('administrator')
    await other.db
      .insertInto('weather_reports')
      .values({
        place: rows[0]!.place,
        kind: 'forecast',
        report: JSON.stringify(rows[0]!.report),
        fetched_at: server.platform.clock.now(),
      })
      .execute()
    await other.db
      .updateTable('communities')
      .set({ latitude, longitude: 6.1286 })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
    await setClock(now(), other)
    const entries = (await reader.call(getForecast)).answer
    expect([entries.length, entries.flatMap(({ hours }) => hours)]).toEqual([5, []])
    await other.close()
  })

  it.each([
    ['spring', '2031-03-29', [8, 7, 7, 7, 7]],
    ['autumn', '2031-10-25', [7, 8, 8, 8, 8]],
  ])('keep local hours when the clocks change in %s', async (_, day, atNine) => {
    await setClock(instantAt(day, '08:00', 'Europe/Paris'))
    provider.hour = at => ({ temp: at.getUTCHours(), code: 0, id: 800 })
    expect((await forecast()).map(entry => forecastHourOf(entry, 9)!.temp)).toEqual(atNine)
  })

  it('start with the new day after midnight, without another request', async () => {
    await setClock(instantAt('2032-08-10', '23:50', 'Europe/Paris'))
    expect((await forecast())[0]!.day).toBe('2032-08-10')
    await advance(20 * MINUTE)
    expect((await forecast()).map(({ day }) => day)).toEqual([
      '2032-08-11',
      '2032-08-12',
      '2032-08-13',
      '2032-08-14',
      '2032-08-15',
    ])
    expect(provider.requestedUrls).toHaveLength(1)
  })

  it('are visible to guests, and return 404 where disabled', async () => {
    expect((await current(guest)).name).toBe('Annecy')
    expect(await forecast(guest)).toHaveLength(5)
    await setCommunity({ weather: false })
    server.platform.bus.publish('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
    expect(await keys()).toEqual(['404 error404', '404 error404'])
    await setCommunity({ weather: true })
    server.platform.bus.publish('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
    expect(await keys()).toEqual([200, 200])
  })

  it('are unavailable for a community without a position', async () => {
    await setCommunity({ latitude: null, longitude: null })
    expect(await keys()).toEqual(unavailable)
    expect(provider.requestedUrls).toEqual([])
  })
})

describe('requests to the provider', () => {
  it('are coalesced for two hundred concurrent readers, and cached for ten minutes or an hour', async () => {
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
    const other = { ...server.platform }
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
    provider.misbehave = response => void response.end(JSON.stringify(answer))
  }
  const sky = { temperature_2m: 12, weather_code: 1, is_day: 1 }
  const day = (at: number, extremes: object = {}) => {
    const time = Array.from({ length: 24 }, (_, n) => at + n * 3600)
    const hourly = { time, temperature_2m: time.map(() => 12), weather_code: time.map(() => 1) }
    return { current: { time: Math.floor(now() / 1000), ...sky }, hourly, ...extremes }
  }
  const midnight = () => Math.floor(Date.UTC(2031, 5, 11, 22) / 1000)

  it.each([0, 9_999_999_999, Date.UTC(2031, 5, 12) / 1000 - 86_400])(
    'are rejected: the current time is %i',
    async time => {
      answers({ current: { time, ...sky }, daily: { sunset: [0] } })
      expect((await keys())[0]).toBe('502 weatherunavailable')
    },
  )

  it('are rejected if they are about other days', async () => {
    answers(day(midnight() + 365 * 86_400))
    expect((await keys())[1]).toBe('502 weatherunavailable')
  })

  it('are rejected if days lack hours, and the previous report is shown', async () => {
    const before = await forecast()
    await advance(61 * 60_000)
    const at = midnight() + 12 * 3600
    answers({ hourly: { time: [at], temperature_2m: [12], weather_code: [1] } })
    expect((await forecast())[0]!.date[0]).toMatchObject({ ...before[0]!.date[0]! })
    expect((await forecast())[0]!.stale).toBe(true)
  })

  it('lose implausible values', async () => {
    const time = midnight()
    answers(day(time, { daily: { time: [time], temperature_2m_min: [60], temperature_2m_max: [-60], sunset: [0] } }))
    expect((await current()).sunset).toBe(null)
    expect((await forecast())[0]!.date[0]).toMatchObject({ tempMin: 12, tempMax: 12 })
  })

  it.each([
    [50, 60],
    [-9, -3],
    [12.8, 11.2],
  ])('lose daily extremes that contradict the hours: %d and %d', async (min, max) => {
    const time = midnight()
    answers(day(time, { daily: { time: [time], temperature_2m_min: [min], temperature_2m_max: [max] } }))
    expect((await forecast())[0]!.date[0]).toMatchObject({ tempMin: 12, tempMax: 12 })
  })
})

describe('a failing provider', () => {
  it('leaves the last report, marked as stale, and is asked at most once a minute', async () => {
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
    expect(await keys()).toEqual(unavailable)
    await provider.restart()
  })

  it('leaves the remaining days of the last forecast', async () => {
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
  ])('makes the weather unavailable: %s', async (_, misbehave) => {
    provider.misbehave = response => void misbehave(response)
    expect(await keys()).toEqual(unavailable)
    expect(provider.requestedUrls).toHaveLength(2)
    expect(await keys()).toEqual(unavailable)
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
  ])('delays nobody when it %s', async (_, misbehave) => {
    provider.misbehave = misbehave
    server.platform.settings.weather!.timeoutMs = 300
    expect(await keys()).toEqual(unavailable)
    delete server.platform.settings.weather!.timeoutMs
  })
})

describe('OpenWeather', () => {
  let other: TestServer
  let visitor: Visitor
  beforeAll(async () => {
    other = await openTestServer('demo', {
      zone: 'Europe/Paris',
      settings: { weather: { ...provider.settings('openweather'), key: 'secret' } },
    })
    visitor = await other.as('administrator')
  })
  afterAll(() => other.close())

  it('is mapped to the same reports: every three hours, without past hours', async () => {
    await setClock(instantAt('2031-07-14', '13:20', 'Europe/Paris'), other)
    provider.now = () => other.platform.clock.now().getTime()
    provider.hour = at => ({ temp: at.getUTCHours(), code: 0, id: at.getUTCHours() >= 15 ? 211 : 520 })
    expect(await current(visitor)).toMatchObject({
      name: 'Annecy',
      main: { temp: 11, humidity: 55 },
      wind: 9,
      rain: 0,
      weather: [{ icon: '09d', description: 'Averses' }],
      source: 'OpenWeather',
    })
    const entries = await forecast(visitor)
    expect(entries.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4].map(n => `2031-07-${14 + n}`))
    const temps = (n: number) => weatherHours.map(hour => forecastHourOf(entries[n]!, hour)?.temp ?? null)
    // 15:00 and 18:00 in Paris are 13:00 and 16:00 UTC; the first sample is at 12:00 UTC.
    expect([temps(0), temps(1)]).toEqual([
      [null, null, 13, 16],
      [7, 10, 13, 16],
    ])
    expect(forecastHourOf(entries[1]!, 18)).toMatchObject({ icon: '11d', description: 'Orage' })
    expect(provider.requestedUrls.map(({ pathname }) => pathname)).toEqual(['/data/2.5/weather', '/data/2.5/forecast'])
    expect(provider.requestedUrls[0]!.searchParams.get('appid')).toBe('secret')
    provider.now = now
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

it('the weather is hidden everywhere in an installation without a provider', async () => {
  const silent = await openTestServer('demo', { settings: { weather: null } })
  const reader = await silent.as('administrator')
  const params = { idOrUri: 'les-tilleuls' }
  expect([
    (await reader.call(getInstallation)).answer.weather,
    (await reader.call(getSession)).answer.abilities.seeWeather,
    (await reader.call(getCommunity, { params })).answer.weather,
    (await reader.call(getCurrentWeather)).error,
    (await reader.call(getForecast)).error,
  ]).toEqual([false, false, false, { key: 'error404' }, { key: 'error404' }])
  await silent.close()
  expect([
    (await member.call(getInstallation)).answer.weather,
    (await member.call(getSession)).answer.abilities.seeWeather,
    (await member.call(getCommunity, { params })).answer.weather,
  ]).toEqual([true, true, true])
})
