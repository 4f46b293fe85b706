import { getCommunity } from '@parvis/contract/community.ts'
import { getInstallation } from '@parvis/contract/installation.ts'
import { getSession } from '@parvis/contract/session.ts'
import { getCurrentWeather, getForecast, forecastHourOf, weatherHours } from '@parvis/contract/weather.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import type { FakeWeatherProvider } from '#server/testing/weather-provider.ts'
import { openWeatherServer, resetProvider, bothUnavailable, weatherCalls } from '#server/testing/weather-server.ts'

const MINUTE = 60_000

let provider: FakeWeatherProvider
let server: TestServer
let member: Visitor
let guest: Visitor

const { now, setClock, advance, setCommunity, current, forecast, keys } = weatherCalls(() => ({ server, member }))

beforeAll(async () => {
  ;({ provider, server, member } = await openWeatherServer())
  guest = await server.asGuest()
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

describe('weather reports', () => {
  it('show the town, the temperature, the sky in both languages and the optional values', async () => {
    provider.weatherAt = () => ({ temp: 24.3, code: 61, id: 500 })
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
    provider.weatherAt = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() === 16 ? 95 : 2, id: 800 })
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
    provider.weatherAt = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() === 19 ? 61 : 0, id: 800 })
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
  ])('show the same local hours after the clocks change in %s', async (_, day, atNine) => {
    await setClock(instantAt(day, '08:00', 'Europe/Paris'))
    provider.weatherAt = at => ({ temp: at.getUTCHours(), code: 0, id: 800 })
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

  it('are visible to guests, and return 404 where the weather is disabled', async () => {
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
    expect(await keys()).toEqual(bothUnavailable)
    expect(provider.requestedUrls).toEqual([])
  })
})

describe('the provider OpenWeather', () => {
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

  it('is mapped to the same reports, with values every three hours and none for past hours', async () => {
    await setClock(instantAt('2031-07-14', '13:20', 'Europe/Paris'), other)
    provider.now = () => other.platform.clock.now().getTime()
    provider.weatherAt = at => ({ temp: at.getUTCHours(), code: 0, id: at.getUTCHours() >= 15 ? 211 : 520 })
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
