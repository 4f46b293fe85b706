import { listEvents } from '@parvis/contract/feed.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { type FakeWeatherProvider, startWeatherProvider } from '#server/testing/weather-provider.ts'
import { enqueueMorningForecasts, purgeOldMornings, publishMorningForecast } from './morning.service.ts'

let provider: FakeWeatherProvider
let server: TestServer
let neighbor: Visitor
let homeId: string
const liveEvents: BusMessages['event.created'][] = []

beforeAll(async () => {
  provider = await startWeatherProvider()
  server = await openTestServer('demo', {
    zone: 'Europe/Paris',
    settings: { weather: provider.settings('open-meteo') },
  })
  provider.now = () => server.platform.clock.now().getTime()
  neighbor = await server.as('neighbor')
  homeId = await server.communityId('les-tilleuls')
  server.platform.bus.subscribe('event.created', message => liveEvents.push(message))
  // Otherwise jobs for the other communities would be enqueued too.
  await server.db.updateTable('communities').set({ weather: false }).where('id', '<>', homeId).execute()
})
let day = ''
let testCount = 0
beforeEach(async () => {
  await provider.restart()
  provider.simulateFailure = null
  liveEvents.length = 0
  day = `2031-06-${String(++testCount).padStart(2, '0')}`
})
afterAll(async () => {
  await server.close()
  await provider.stop()
})

const setTime = async (time: string) => {
  const at = instantAt(day, time, 'Europe/Paris')
  server.clock.aheadMs = at - Date.now()
  await server.db
    .updateTable('sessions')
    .set({ created_at: new Date(at), seen_at: new Date(at) })
    .execute()
}
const enqueue = () => enqueueMorningForecasts(server.platform)
const queuedMornings = () => server.db.selectFrom('weather_mornings').selectAll().where('day', '=', day).execute()
const morningPosts = async () => {
  const { answer } = await neighbor.call(listEvents, { query: { filter: 'weather' } })
  return answer.docs.filter(({ dateAdded }) => dateAdded.startsWith(day))
}
const expectPublished = async () => {
  await server.settled()
  expect(await morningPosts()).toHaveLength(1)
}

it('the forecast is published at seven as a post of a staff member, with a live event', async () => {
  provider.weatherAt = at => ({ temp: at.getUTCHours(), code: at.getUTCHours() === 16 ? 80 : 0, id: 800 })
  await setTime('06:59')
  await enqueue()
  expect(await queuedMornings()).toEqual([])
  await setTime('07:00')
  await enqueue()
  await expectPublished()
  const [post] = await morningPosts()
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
  expect(liveEvents).toEqual([{ eventId: post!._id, communityId: homeId, channelIds: post!.channelsIds }])
  const channel = await server.db
    .selectFrom('channels')
    .select('channel_type')
    .where('id', 'in', post!.channelsIds)
    .execute()
  expect(channel).toEqual([{ channel_type: 'NeighborhoodEventChannel' }])
})

it('the forecast is published once, however many processes enqueue it and however often the job runs', async () => {
  await setTime('07:05')
  await Promise.all(Array.from({ length: 10 }, enqueue))
  await expectPublished()
  await Promise.all(
    Array.from({ length: 5 }, () => publishMorningForecast(server.platform, { communityId: homeId, day })),
  )
  await enqueue()
  expect(await morningPosts()).toHaveLength(1)
  expect(await queuedMornings()).toHaveLength(1)
  expect(liveEvents).toHaveLength(1)
})

it('the forecast is published once when jobs run concurrently', async () => {
  await setTime('07:05')
  await server.db.insertInto('weather_mornings').values({ community_id: homeId, day, event_id: null }).execute()
  await Promise.all(
    Array.from({ length: 3 }, () => publishMorningForecast(server.platform, { communityId: homeId, day })),
  )
  expect(await morningPosts()).toHaveLength(1)
  expect(liveEvents).toHaveLength(1)
})

it('the forecast is published later when the provider is down at seven', async () => {
  await provider.stop()
  await setTime('07:00')
  await enqueue()
  await expect(publishMorningForecast(server.platform, { communityId: homeId, day })).rejects.toThrow(
    'weatherunavailable',
  )
  expect(await morningPosts()).toEqual([])
  await server.settled()
  await provider.restart()
  await setTime('08:29')
  // This time is longer than the retry delay of a job.
  await server.advanceTime(60_000)
  await expectPublished()
})

it('no forecast is published when none is available by ten', async () => {
  await provider.stop()
  await setTime('09:59')
  await enqueue()
  expect(await queuedMornings()).toHaveLength(1)
  await provider.restart()
  await setTime('10:00')
  await publishMorningForecast(server.platform, { communityId: homeId, day })
  expect(await morningPosts()).toEqual([])
})

it('no forecast is published where the weather is disabled, the position unknown, or no staff can be its author', async () => {
  const set = (values: object) => server.db.updateTable('communities').set(values).where('id', '=', homeId).execute()
  await setTime('07:00')
  await set({ weather: false })
  await enqueue()
  await set({ weather: true, latitude: null })
  await enqueue()
  expect(await queuedMornings()).toEqual([])
  await set({ latitude: 45.9 })
  const staff = server.db
    .selectFrom('users')
    .select('id')
    .where('community_id', '=', homeId)
    .where('role', 'in', ['employee', 'administrator', 'webmaster'])
  await server.db.updateTable('users').set({ disabled_at: new Date() }).where('id', 'in', staff).execute()
  await server.db.insertInto('weather_mornings').values({ community_id: homeId, day, event_id: null }).execute()
  await publishMorningForecast(server.platform, { communityId: homeId, day })
  expect(await morningPosts()).toEqual([])
  await server.db.updateTable('users').set({ disabled_at: null }).where('id', 'in', staff).execute()
})

it('records of published mornings are deleted after a week', async () => {
  expect((await server.db.selectFrom('weather_mornings').selectAll().execute()).length).toBeGreaterThan(1)
  await purgeOldMornings(server.db, new Date('2031-07-30T00:00:00Z'))
  expect(await server.db.selectFrom('weather_mornings').selectAll().execute()).toEqual([])
})
