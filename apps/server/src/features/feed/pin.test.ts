import {
  getEvent,
  LAST_PIN_DAY,
  type FeedPost,
  listEvents,
  MAX_PINNED_POSTS,
  pinEvent,
  removeEvent,
  unpinEvent,
} from '@parvis/contract/feed.ts'
import { restoreCase } from '@parvis/contract/moderation.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addEvent, type NewEvent } from '#server/testing/events.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { createPinCache } from './pin.cache.ts'
import { PINS_PER_MINUTE } from './pin.service.ts'

const DAY_MS = 86_400_000

let server: TestServer
let sockets: LiveSockets
let staff: Visitor[]
let team: Visitor
let neighbor: Visitor
let authorId: string

beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ pauseDivisor: 20 }))
  staff = [await server.as('employee'), await server.as('administrator'), await server.as('webmaster')]
  team = staff[0]!
  neighbor = await server.as('neighbor')
  authorId = await userIdOf(neighbor)
})
beforeEach(async () => {
  server.clock.aheadMs = 0
  await server.db.updateTable('events').set({ pinned_until: null }).where('pinned_until', 'is not', null).execute()
  await server.db.deleteFrom('attempts').execute()
})
afterAll(() => server.close())

const post = (event: Partial<NewEvent> = {}) => addEvent(server, { userId: authorId, title: 'À lire', ...event })
const posts = (count: number) => Promise.all(Array.from({ length: count }, () => post()))
const pin = (id: string, until?: string, visitor = team) =>
  visitor.call(pinEvent, { params: { id }, body: { ...(until && { until }) } })
const unpin = (id: string, visitor = team) => visitor.call(unpinEvent, { params: { id } })
const read = async (id: string, visitor = neighbor) => (await visitor.call(getEvent, { params: { id } })).answer
const feed = async (
  query: { filter?: string; search?: string; cursor?: string; page?: number } = {},
  visitor = neighbor,
) => (await visitor.call(listEvents, { query })).answer
const idsOf = (events: readonly FeedPost[] = []) => events.map(({ _id }) => _id)
/** Returns the date (YYYY-MM-DD) `days` after today by the clock of the server, in this time zone. */
const dayIn = (days: number, timeZone = 'Europe/Paris') =>
  new Date(Date.now() + server.clock.aheadMs + days * DAY_MS).toLocaleDateString('en-CA', { timeZone })

describe('a pinned post', () => {
  it('is listed above the first page of the unfiltered feed, and on none of its pages', async () => {
    const before = await feed()
    const second = await feed({ cursor: before.cursor! })
    expect(before.pinned).toEqual([])
    const [near, far] = [before.docs[3]!, second.docs[3]!]
    await pin(near._id)
    await pin(far._id)
    const first = await feed()
    expect(idsOf(first.pinned)).toEqual([near._id, far._id])
    expect(first.pinned!.map(({ pinnedUntil }) => pinnedUntil)).toEqual([null, null])
    const rest = [...idsOf(before.docs), ...idsOf(second.docs)].filter(id => id !== near._id && id !== far._id)
    const next = await feed({ cursor: first.cursor! })
    expect([...idsOf(first.docs), ...idsOf(next.docs)].slice(0, rest.length)).toEqual(rest)
    expect(next.docs).toHaveLength(20)
    expect(idsOf((await feed({ page: 2 })).docs)).toEqual(idsOf(next.docs))
    for (const page of [next, await feed({ page: 2 })]) expect(page).not.toHaveProperty('pinned')
  })

  it('has its normal position in filtered lists and in search results', async () => {
    const id = await post()
    await pin(id)
    for (const query of [{ filter: 'post' }, { filter: 'community' }, { filter: 'my' }, { search: 'À lire' }]) {
      const page = await feed(query)
      expect(idsOf(page.docs)).toContain(id)
      expect(page).not.toHaveProperty('pinned')
    }
  })

  it('has its normal position again after its last day, without a new version', async () => {
    const [forDay, forGood] = [await post(), await post()]
    const { pinnedUntil, version } = (await pin(forDay, dayIn(0))).answer
    await pin(forGood)
    // 20 seconds before the end of the pin, so that the feed before and after that end is read from the same cache
    // entries.
    server.clock.aheadMs = Date.parse(pinnedUntil!) - Date.now() - 20_000
    expect(idsOf((await feed()).pinned)).toEqual([forGood, forDay])
    expect(idsOf((await feed()).docs)).not.toContain(forDay)
    server.clock.aheadMs += 40_000
    const page = await feed()
    expect(idsOf(page.pinned)).toEqual([forGood])
    expect(page.docs[0]).toMatchObject({ _id: forDay, version })
    expect(page.docs[0]).not.toHaveProperty('pinnedUntil')
    expect(await read(forDay)).not.toHaveProperty('pinnedUntil')
  })

  it('has its normal position again once it is unpinned; unpinning is idempotent', async () => {
    const id = await post()
    const { answer: pinned } = await pin(id)
    const { answer: down } = await unpin(id)
    expect(down).not.toHaveProperty('pinnedUntil')
    expect(down.version).toBe(pinned.version + 1)
    const page = await feed()
    expect([idsOf(page.pinned), page.docs[0]!._id]).toEqual([[], id])
    expect((await unpin(id)).answer).toEqual(down)
  })

  it.each(['Europe/Paris', 'Pacific/Kiritimati', 'America/Los_Angeles'])(
    'remains pinned until the end of its last day in the time zone %s of its community',
    async timeZone => {
      const home = await server.communityId('les-tilleuls')
      const setTimezone = (timezone: string) =>
        server.db.updateTable('communities').set({ timezone }).where('id', '=', home).execute()
      await setTimezone(timeZone)
      try {
        const id = await post()
        const { answer } = await pin(id, dayIn(2, timeZone))
        const end = new Date(answer.pinnedUntil!)
        expect(end.toLocaleString('sv', { timeZone })).toBe(`${dayIn(3, timeZone)} 00:00:00`)
        expect((await pin(id, dayIn(-1, timeZone))).error).toEqual({ key: 'badrequest', field: 'until' })
        // Today is not over in this time zone, even if it is over in others.
        expect((await pin(id, dayIn(0, timeZone))).answer.version).toBe(answer.version + 1)
      } finally {
        await setTimezone('Europe/Paris')
      }
    },
  )

  it('is pinned in the feed of its own community only', async () => {
    const camping = { community: 'camping-des-pins' }
    const host = await asPerson(server, { email: 'host@pins.example', role: 'employee', ...camping })
    const resident = await asPerson(server, {
      email: 'lake@pins.example',
      role: 'employee',
      community: 'residence-du-lac',
    })
    const id = await post({ ...camping, userId: host.userId, channels: ['OrganizationEventChannel'] })
    expect((await read(id, resident.visitor)).abilities.pin).toBe(false)
    expect((await pin(id, undefined, resident.visitor)).error.key).toBe('forbidden')
    await pin(id, undefined, host.visitor)
    expect(idsOf((await feed({}, host.visitor)).pinned)).toEqual([id])
    const page = await feed({}, resident.visitor)
    expect([idsOf(page.pinned), page.docs[0]!._id]).toEqual([[], id])
  })
})

describe('pinning a post', () => {
  it('is allowed only for the team, on every post of its community', async () => {
    const id = await post({ dateId: '2020-01-01' })
    for (const visitor of [neighbor, await server.as('neighbor2'), await server.as('advertiser')]) {
      expect((await read(id, visitor)).abilities.pin).toBe(false)
      expect((await pin(id, undefined, visitor)).error.key).toBe('forbidden')
      expect((await unpin(id, visitor)).error.key).toBe('forbidden')
    }
    const guest = await server.asGuest()
    expect((await pin(id, undefined, guest)).error.key).toBe('guestforbidden')
    for (const visitor of staff) expect((await pin(id, undefined, visitor)).answer.abilities.pin).toBe(true)
    const community = 'quartier-de-la-gare'
    const { userId } = await asPerson(server, { email: 'station@pins.example', community })
    expect((await pin(await post({ community, userId }))).error.key).toBe('error404')
  })

  it(`is allowed for ${MAX_PINNED_POSTS} posts at a time, also with concurrent requests`, async () => {
    const ids = await posts(10)
    const replies = await Promise.all(ids.map((id, n) => pin(id, undefined, staff[n % staff.length])))
    const refused = replies.filter(({ status }) => status !== 200).map(({ error }) => error)
    expect(refused).toHaveLength(10 - MAX_PINNED_POSTS)
    for (const error of refused) expect(error).toEqual({ key: 'toomanypinned', params: { count: MAX_PINNED_POSTS } })
    expect(replies.find(({ status }) => status !== 200)!.status).toBe(409)
    expect((await feed()).pinned).toHaveLength(MAX_PINNED_POSTS)
  })

  it('can be repeated to change the end of the pin; expired, unpinned and removed posts do not count as pinned', async () => {
    const [first, second, third, ...more] = await posts(6)
    await pin(first!, dayIn(0))
    await pin(second!)
    await pin(third!)
    expect((await pin(second!, dayIn(3))).answer.pinnedUntil).not.toBeNull()
    expect((await pin(second!)).answer.pinnedUntil).toBeNull()
    expect((await pin(more[0]!)).error.key).toBe('toomanypinned')
    await unpin(second!)
    expect((await pin(more[0]!)).status).toBe(200)
    await neighbor.call(removeEvent, { params: { id: third! } })
    expect((await pin(more[1]!)).status).toBe(200)
    expect((await pin(more[2]!)).error.key).toBe('toomanypinned')
    // Ends the pin in the database: if the clock were set to the end of the pin, the staff sessions would have expired.
    await server.db.updateTable('events').set({ pinned_until: new Date() }).where('id', '=', first!).execute()
    expect((await pin(more[2]!)).status).toBe(200)
    expect(new Set(idsOf((await feed()).pinned))).toEqual(new Set(more))
  })

  it.each([
    ['when other posts have reached the limit meanwhile', MAX_PINNED_POSTS],
    ['when a pin is still free', MAX_PINNED_POSTS - 1],
  ])('remains effective after the post is hidden and restored only if the limit allows it: %s', async (_, others) => {
    const [hidden, ...rest] = (await posts(1 + others)) as [string, ...string[]]
    await pin(hidden)
    const administrator = staff[1]!
    const words = { rule: 'respect', reason: 'Trop vif' } as const
    expect((await administrator.call(removeEvent, { params: { id: hidden }, query: words })).status).toBe(200)
    for (const id of rest) expect((await pin(id)).status).toBe(200)
    const { id } = await server.db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject_id', '=', hidden)
      .executeTakeFirstOrThrow()
    expect((await administrator.call(restoreCase, { params: { id } })).status).toBe(200)
    const expected = others < MAX_PINNED_POSTS ? [hidden, ...rest] : rest
    expect(idsOf((await feed()).pinned).toSorted()).toEqual(expected.toSorted())
    expect((await read(hidden)).pinnedUntil === undefined).toBe(others === MAX_PINNED_POSTS)
  })

  it('refuses days that are past, too late (after LAST_PIN_DAY) or invalid', async () => {
    const id = await post()
    for (const until of [dayIn(-1), '0000-01-01', '9999-12-31'])
      expect((await pin(id, until)).error).toEqual({ key: 'badrequest', field: 'until' })
    for (const until of ['demain', '2026-13-01', '2027-02-30'])
      expect((await pin(id, until)).error.key).toBe('badrequest')
    expect(await read(id)).toMatchObject({ version: 1 })
  })

  it.each(['Etc/GMT+12', 'Pacific/Kiritimati'])(
    'until the last possible day sets an end whose year has four digits in the time zone %s',
    async timezone => {
      const home = await server.communityId('les-tilleuls')
      const setTimezone = (zone: string) =>
        server.db.updateTable('communities').set({ timezone: zone }).where('id', '=', home).execute()
      await setTimezone(timezone)
      try {
        expect((await pin(await post(), LAST_PIN_DAY)).answer.pinnedUntil).toMatch(/^9999-12-3[01]T/)
      } finally {
        await setTimezone('Europe/Paris')
      }
    },
  )

  it(`is limited to ${PINS_PER_MINUTE} pins and unpins a minute; requests that change nothing do not count`, async () => {
    const id = await post()
    for (let n = 0; n < PINS_PER_MINUTE; n++) {
      expect((await (n % 2 ? unpin(id) : pin(id))).status).toBe(200)
      expect((await (n % 2 ? unpin(id) : pin(id))).status).toBe(200)
    }
    expect((await pin(id)).error.key).toBe('toomanyrequests')
    expect(await read(id)).not.toHaveProperty('pinnedUntil')
  })

  it('sends `event.updated` to the sockets of members, and so does unpinning', async () => {
    const screen = await sockets.open(neighbor)
    const id = await post()
    const updates = () =>
      screen
        .received('event.updated')
        .filter(({ _id }) => _id === id)
        .map(({ pinnedUntil, version, abilities }) => [pinnedUntil, version, abilities.pin])
    await pin(id)
    await expectEventually(updates, [[null, 2, false]])
    await unpin(id)
    await expectEventually(updates, [
      [null, 2, false],
      [undefined, 3, false],
    ])
    screen.socket.terminate()
  })

  it('prevents the caching of a concurrent read that found no pinned posts', async () => {
    const { db, bus, clock } = server.platform
    const communityId = await server.communityId('les-tilleuls')
    const [answered, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answered.resolve()
        await arrived.promise
        return result
      },
    })
    const pins = createPinCache({ db: slow, bus, clock })
    const before = pins.mayHavePins(communityId)
    await answered.promise
    await pin(await post())
    arrived.resolve()
    expect(await before).toBe(false)
    expect(await pins.mayHavePins(communityId)).toBe(true)
  })
})
