import { setDigest, type DigestFrequency } from '@parvis/contract/digests.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { asAbsentMember, nextMonday, setClock, setLastVisit, type DigestMember } from '#server/testing/digests.ts'
import { addEvent } from '#server/testing/events.ts'
import { waitForMail } from '#server/testing/mails.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { isMonday } from './digests.policy.ts'
import { startDueDigestDays, purgeOldDigestDays, enqueueDigestsOfDay } from './enqueue-digests.service.ts'

const monday = nextMonday()
const dayAfter = (day: string, days = 1) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
const tuesday = dayAfter(monday)

let server: TestServer
let home: string
/** The real platform with a queue that only records what is enqueued. */
let recordingPlatform: Platform
let queued: { name: string; data: object }[] = []
beforeAll(async () => {
  server = await openTestServer('demo', { zone: 'Europe/Paris' })
  home = await server.communityId('les-tilleuls')
  const record = (name: string, data: object) => void queued.push({ name, data })
  const jobs: Platform['jobs'] = {
    ...server.platform.jobs,
    enqueue: async (_tx, _afterCommit, name, data) => record(name, data),
    enqueueAll: async (_tx, _afterCommit, name, orders) => orders.forEach(({ data }) => record(name, data)),
  }
  recordingPlatform = { ...server.platform, jobs }
})
beforeEach(async () => {
  queued = []
  await server.db.deleteFrom('digest_days').execute()
  await server.db.deleteFrom('digests').execute()
  await server.db.deleteFrom('visits').execute()
})
afterAll(() => server.close())

const startedDays = () => queued.filter(({ name }) => name === 'digests.members').map(({ data }) => data)
const enqueuedMembers = () =>
  queued.flatMap(({ name, data }) => (name === 'digests.send' ? [data as { userId: string }] : []))
const idsOf = (people: readonly DigestMember[]) => people.map(({ userId }) => userId).toSorted()
const enqueuedIds = () =>
  enqueuedMembers()
    .map(({ userId }) => userId)
    .toSorted()
const away = async (rhythm?: DigestFrequency) => {
  const one = await asAbsentMember(server)
  if (rhythm) await one.visitor.call(setDigest, { body: { rhythm } })
  await setLastVisit(server, one.userId, new Date(server.platform.clock.now().getTime() - 3 * DAY_MS))
  return one
}
const startOn = async (day: string, time: string) => {
  setClock(server, day, time)
  await startDueDigestDays(recordingPlatform)
}
const insertDay = (day: string) => server.db.insertInto('digest_days').values({ community_id: home, day }).execute()

it('startDueDigestDays enqueues the digests of a community from eight local time until the sending hours end', async () => {
  await startOn(monday, '07:59')
  expect(startedDays()).toEqual([])
  await startOn(monday, '08:00')
  expect(startedDays()).toContainEqual({ communityId: home, day: monday })
  queued = []
  await server.db.deleteFrom('digest_days').execute()
  // A server that was down until just before the sending hours end still enqueues the digests of the day.
  await startOn(monday, '19:59')
  expect(startedDays()).toContainEqual({ communityId: home, day: monday })
  queued = []
  await server.db.deleteFrom('digest_days').execute()
  await startOn(monday, '20:00')
  expect(startedDays()).toEqual([])
})

it('startDueDigestDays enqueues the digests at eight local time on days when the clocks change', async () => {
  for (const [day, utc] of [
    ['2031-03-29', '07:00'],
    ['2031-03-30', '06:00'],
    ['2031-10-25', '06:00'],
    ['2031-10-26', '07:00'],
  ] as const) {
    const eight = Date.parse(`${day}T${utc}:00Z`)
    expect(instantAt(day, '08:00', 'Europe/Paris')).toBe(eight)
    server.clock.aheadMs = eight - 60_000 - Date.now()
    await startDueDigestDays(recordingPlatform)
    expect(startedDays()).toEqual([])
    server.clock.aheadMs = eight + 1_000 - Date.now()
    await startDueDigestDays(recordingPlatform)
    expect(startedDays()).toContainEqual({ communityId: home, day })
    queued = []
  }
})

it('concurrent runs enqueue the digests of a community once a day, and for each community in its own time zone', async () => {
  const lake = await server.communityId('residence-du-lac')
  const setTimezone = (timezone: string) =>
    server.db.updateTable('communities').set({ timezone }).where('id', '=', lake).execute()
  await setTimezone('America/Martinique')
  setClock(server, monday, '08:05')
  await Promise.all(Array.from({ length: 6 }, () => startDueDigestDays(recordingPlatform)))
  expect(startedDays().filter(data => (data as { communityId: string }).communityId === home)).toHaveLength(1)
  expect(startedDays()).not.toContainEqual({ communityId: lake, day: monday })
  queued = []
  await startOn(monday, '14:30')
  expect(startedDays()).toEqual([{ communityId: lake, day: monday }])
  await setTimezone('Europe/Paris')
})

it('the job enqueues daily digests each day, and weekly digests and those of members without a choice on Mondays', async () => {
  setClock(server, monday, '08:05')
  const [daily, weekly, usual] = [await away('daily'), await away('weekly'), await away()]
  await away('never')
  await insertDay(monday)
  await enqueueDigestsOfDay(recordingPlatform, { communityId: home, day: monday })
  expect(enqueuedIds()).toEqual(idsOf([daily, weekly, usual]))
  queued = []
  setClock(server, tuesday, '08:05')
  await insertDay(tuesday)
  await enqueueDigestsOfDay(recordingPlatform, { communityId: home, day: tuesday })
  expect(enqueuedIds()).toEqual(idsOf([daily]))
  expect([isMonday(monday), isMonday(tuesday)]).toEqual([true, false])
})

it('the job enqueues each member once, in batches, despite repeated and aborted runs', async () => {
  setClock(server, monday, '08:05')
  const people = await Promise.all(Array.from({ length: 7 }, () => away()))
  await insertDay(monday)
  const enqueueBatch = () => enqueueDigestsOfDay(recordingPlatform, { communityId: home, day: monday }, 3)
  await enqueueBatch()
  expect(enqueuedMembers()).toHaveLength(3)
  expect(startedDays()).toHaveLength(1)
  const broken: Platform = {
    ...recordingPlatform,
    jobs: { ...recordingPlatform.jobs, enqueueAll: () => Promise.reject(new Error('the process was killed')) },
  }
  await expect(enqueueDigestsOfDay(broken, { communityId: home, day: monday }, 3)).rejects.toThrow('killed')
  await Promise.all([enqueueBatch(), enqueueBatch(), enqueueBatch()])
  await enqueueBatch()
  expect(enqueuedIds()).toEqual(idsOf(people))
})

it('the job enqueues nothing for a day whose digests were not started, nor after the sending hours', async () => {
  setClock(server, monday, '08:05')
  await away()
  await enqueueDigestsOfDay(recordingPlatform, { communityId: home, day: monday })
  await insertDay(monday)
  setClock(server, monday, '20:00')
  await enqueueDigestsOfDay(recordingPlatform, { communityId: home, day: monday })
  expect(enqueuedMembers()).toEqual([])
})

it('the cron job sends a digest mail through the queue, once', { timeout: 60_000 }, async () => {
  setClock(server, monday, '08:05')
  const [reader, author] = [await away(), await asAbsentMember(server)]
  const publishedAt = new Date(server.platform.clock.now().getTime() - 3_600_000)
  await addEvent(server, { userId: author.userId, title: 'Vide-grenier samedi', publishedAt })
  await Promise.all([startDueDigestDays(server.platform), startDueDigestDays(server.platform)])
  const mail = await waitForMail(server, reader.email)
  expect(mail.text).toContain('Vide-grenier samedi')
  // Waits until the queue is empty before the mails are counted.
  const pendingJobs = () =>
    sql<{
      name: string
    }>`select name from pgboss.job where name like 'digests.%' and state in ('created', 'retry', 'active')`.execute(
      server.db,
    )
  await expect.poll(async () => (await pendingJobs()).rows, { timeout: 30_000 }).toEqual([])
  await startDueDigestDays(server.platform)
  expect(server.mailbox.mails.filter(({ to }) => to === reader.email)).toHaveLength(1)
})

it('rows of `digest_days` are deleted after a week', async () => {
  setClock(server, monday, '08:05')
  await insertDay(monday)
  await insertDay(dayAfter(monday, -8))
  await purgeOldDigestDays(server.db, server.platform.clock.now())
  const left = await server.db.selectFrom('digest_days').select('day').where('community_id', '=', home).execute()
  expect(left.map(({ day }) => day)).toEqual([monday])
})
