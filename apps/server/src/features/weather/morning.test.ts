import { listEvents } from '@parvis/contract/feed.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { type FakeProvider, startWeatherProvider } from '#server/testing/weather-provider.ts'
import { beginMornings, forgetOldMornings, tellMorning } from './morning.service.ts'

let provider: FakeProvider
let server: TestServer
let neighbor: Visitor
let home: string
const announced: BusMessages['event.created'][] = []

beforeAll(async () => {
  provider = await startWeatherProvider()
  server = await openTestServer('demo', {
    zone: 'Europe/Paris',
    settings: { weather: provider.settings('open-meteo') },
  })
  provider.now = () => server.platform.clock.now().getTime()
  neighbor = await server.as('neighbor')
  home = await server.communityId('les-tilleuls')
  server.platform.bus.listen('event.created', message => announced.push(message))
  // The other communities would get jobs of their own.
  await server.db.updateTable('communities').set({ weather: false }).where('id', '<>', home).execute()
})
let day = ''
let tested = 0
beforeEach(async () => {
  await provider.comeBack()
  provider.misbehave = null
  announced.length = 0
  day = `2031-06-${String(++tested).padStart(2, '0')}`
})
afterAll(async () => {
  await server.close()
  await provider.leave()
})

const setTime = async (time: string) => {
  const at = instantAt(day, time, 'Europe/Paris')
  server.clock.ahead = at - Date.now()
  await server.db
    .updateTable('sessions')
    .set({ created_at: new Date(at), seen_at: new Date(at) })
    .execute()
}
const begin = () => beginMornings(server.platform)
const queued = () => server.db.selectFrom('weather_mornings').selectAll().where('day', '=', day).execute()
const told = async () => {
  const { answer } = await neighbor.call(listEvents, { query: { filter: 'weather' } })
  return answer.docs.filter(({ dateAdded }) => dateAdded.startsWith(day))
}
const isTold = async () => {
  await server.settled()
  expect(await told()).toHaveLength(1)
}

it('publishes the forecast at seven in the name of the team, with a live event', async () => {
  provider.hour = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() === 16 ? 80 : 0, id: 800 })
  await setTime('06:59')
  await begin()
  expect(await queued()).toEqual([])
  await setTime('07:00')
  await begin()
  await isTold()
  const [post] = await told()
  expect(post).toMatchObject({
    groupId: 'weather',
    eventId: {
      title: expect.stringMatching(/^Bonjour.! Pluie le soir$/),
      description: 'Entre 0° et 23° aujourd’hui.',
      lang: { en: { title: 'Good morning! Rain in the evening', description: 'Between 0° and 23° today.' } },
    },
    weather: [
      { hour: 9, temp: 7, icon: '01d', description: 'Ciel dégagé', lang: { en: { description: 'Clear sky' } } },
      { hour: 12, temp: 10, icon: '01d' },
      { hour: 15, temp: 13, icon: '01d' },
      { hour: 18, temp: 16, icon: '09d', description: 'Averses', lang: { en: { description: 'Showers' } } },
    ],
    abilities: { answer: true, chat: false },
  })
  const author = await server.db.selectFrom('users').select('role').where('id', '=', post!.user._id).executeTakeFirst()
  expect(author?.role).toBe('employee')
  expect(announced).toEqual([{ eventId: post!._id, communityId: home, channelIds: post!.channelsIds }])
  const channel = await server.db
    .selectFrom('channels')
    .select('channel_type')
    .where('id', 'in', post!.channelsIds)
    .execute()
  expect(channel).toEqual([{ channel_type: 'NeighborhoodEventChannel' }])
})

it('publishes once, however many processes enqueue it and however often the job runs', async () => {
  await setTime('07:05')
  await Promise.all(Array.from({ length: 10 }, begin))
  await isTold()
  await Promise.all(Array.from({ length: 5 }, () => tellMorning(server.platform, { communityId: home, day })))
  await begin()
  expect(await told()).toHaveLength(1)
  expect(await queued()).toHaveLength(1)
  expect(announced).toHaveLength(1)
})

it('publishes once when jobs run concurrently', async () => {
  await setTime('07:05')
  await server.db.insertInto('weather_mornings').values({ community_id: home, day, event_id: null }).execute()
  await Promise.all(Array.from({ length: 3 }, () => tellMorning(server.platform, { communityId: home, day })))
  expect(await told()).toHaveLength(1)
  expect(announced).toHaveLength(1)
})

it('publishes later when the provider is down at seven', async () => {
  await provider.leave()
  await setTime('07:00')
  await begin()
  await expect(tellMorning(server.platform, { communityId: home, day })).rejects.toThrow('weatherunavailable')
  expect(await told()).toEqual([])
  await server.settled()
  await provider.comeBack()
  await setTime('08:29')
  // Longer than the retry delay of a job.
  await server.passTime(60_000)
  await isTold()
})

it('publishes nothing when the forecast is not available by ten', async () => {
  await provider.leave()
  await setTime('09:59')
  await begin()
  expect(await queued()).toHaveLength(1)
  await provider.comeBack()
  await setTime('10:00')
  await tellMorning(server.platform, { communityId: home, day })
  expect(await told()).toEqual([])
})

it('publishes nothing where the weather is disabled, the position unknown, or no staff can be its author', async () => {
  const set = (values: object) => server.db.updateTable('communities').set(values).where('id', '=', home).execute()
  await setTime('07:00')
  await set({ weather: false })
  await begin()
  await set({ weather: true, latitude: null })
  await begin()
  expect(await queued()).toEqual([])
  await set({ latitude: 45.9 })
  const staff = server.db
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', home)
    .where('role', 'in', ['employee', 'administrator', 'webmaster'])
  await server.db.updateTable('users').set({ disabled_at: new Date() }).where('id', 'in', staff).execute()
  await server.db.insertInto('weather_mornings').values({ community_id: home, day, event_id: null }).execute()
  await tellMorning(server.platform, { communityId: home, day })
  expect(await told()).toEqual([])
  await server.db.updateTable('users').set({ disabled_at: null }).where('id', 'in', staff).execute()
})

it('keeps the record of mornings for a week', async () => {
  expect((await server.db.selectFrom('weather_mornings').selectAll().execute()).length).toBeGreaterThan(1)
  await forgetOldMornings(server.db, new Date('2031-07-30T00:00:00Z'))
  expect(await server.db.selectFrom('weather_mornings').selectAll().execute()).toEqual([])
})
