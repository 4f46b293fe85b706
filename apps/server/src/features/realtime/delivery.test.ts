import { answerEvent, withdrawAnswer } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addEvent, publishEventChange } from '#server/testing/events.ts'
import { isLong } from '#server/testing/long.ts'
import { findWrongDeliveries, openViewers, type Viewer } from '#server/testing/live-viewers.ts'
import { type LiveSockets, expectEventually, openLiveServer } from '#server/testing/live-clients.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type * as AnnouncementModule from '#server/kernel/live-event.ts'
import type * as ConnectionModule from './connection.ts'

/** Planted faults: everybody receives what the team receives; every third frame is not sent. */
const faults = vi.hoisted(() => ({ everybodyIsTeam: false, skips: false }))
vi.mock('#server/kernel/live-event.ts', async original => {
  const real = await original<typeof AnnouncementModule>()
  const defineLiveEvent: typeof real.defineLiveEvent = one =>
    real.defineLiveEvent({
      ...one,
      messageFor: (actor, ...rest) =>
        one.messageFor(faults.everybodyIsTeam ? { ...actor, role: 'webmaster' } : actor, ...rest),
    })
  return { ...real, defineLiveEvent }
})
vi.mock('./connection.ts', async original => {
  const real = await original<typeof ConnectionModule>()
  let count = 0
  return {
    ...real,
    sendFrame: (...args: Parameters<typeof real.sendFrame>) =>
      faults.skips && ++count % 3 === 0 ? undefined : real.sendFrame(...args),
  }
})

let server: TestServer
let sockets: LiveSockets
let viewers: Viewer[]
const people = new Map<string, string>()

const viewer = (name: string): Viewer => viewers.find(one => one.name === name)!

beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer())
  viewers = await openViewers(server, sockets)
  for (const { name, userId } of viewers) people.set(name, userId)
  await expectEventually(() => viewer('neighbor').screens[0]!.received('user.online').length, 5)
})
afterAll(() => server.close())

const clearFrames = () => {
  for (const { screens } of viewers) for (const screen of screens) screen.frames.length = 0
}
const allScreens = () =>
  viewers.flatMap(({ name, screens }) => screens.map((screen, at) => ({ name: `${name} ${at}`, screen })))

/** Publishes one more post in every community: once it has arrived, everything before it has been delivered. */
const flushDelivery = async () => {
  const marks = new Map<string, string>()
  for (const [community, author] of [
    ['les-tilleuls', 'neighbor'],
    ['quartier-de-la-gare', 'beside'],
    ['residence-du-lac', 'lake'],
    ['camping-des-pins', 'camping'],
  ] as const) {
    marks.set(
      community,
      await addEvent(server, { community, userId: people.get(author)!, description: 'the last one' }),
    )
  }
  const { skips } = faults
  faults.skips = false
  for (const id of marks.values()) await publishEventChange(server, 'event.created', id)
  const last = new Set(marks.values())
  await expectEventually(
    () =>
      allScreens()
        .filter(({ screen }) => !screen.received('event.created').some(({ _id }) => last.has(_id)))
        .map(({ name }) => name),
    [],
  )
  faults.skips = skips
}

const findDifferences = (ids: readonly string[]) => findWrongDeliveries(viewers, ids)

describe('every open screen', () => {
  const makeEvents = async () => {
    const id = (name: string) => people.get(name)!
    const ids = [
      await addEvent(server, {
        userId: id('neighbor'),
        description: 'Vide-grenier',
        answeredBy: [id('neighbor2'), id('administrator'), id('guest')],
      }),
      await addEvent(server, {
        userId: id('employee'),
        title: 'Coupure d’eau',
        channels: ['NeighborhoodEventChannel', 'ShareChannel'],
        answeredBy: [id('neighbor')],
      }),
      await addEvent(server, { userId: id('administrator'), group: 'welcome' }),
      await addEvent(server, { community: 'quartier-de-la-gare', userId: id('beside'), description: 'À la gare' }),
      await addEvent(server, {
        community: 'residence-du-lac',
        userId: id('lake'),
        description: 'Au lac',
        answeredBy: [id('lake admin')],
      }),
      await addEvent(server, {
        community: 'residence-du-lac',
        userId: id('lake'),
        description: 'Pour tous',
        channels: ['OrganizationEventChannel'],
        answeredBy: [id('camping')],
      }),
      await addEvent(server, {
        community: 'camping-des-pins',
        userId: id('camping'),
        description: 'Partout',
        channels: ['OrganizationEventChannel', 'NeighborhoodEventChannel'],
      }),
    ]
    for (const eventId of ids) await publishEventChange(server, 'event.created', eventId)
    await flushDelivery()
    return ids
  }

  it('receives the content that a call of its viewer would return, and nothing else', async () => {
    clearFrames()
    const ids = await makeEvents()
    expect(await findDifferences(ids)).toEqual([])
    expect(
      viewer('neighbor')
        .screens[0]!.received('event.created')
        .map(({ _id }) => _id)
        .slice(0, 3),
    ).toEqual(ids.slice(0, 3))
    expect(
      viewer('camping')
        .screens[0]!.received('event.created')
        .map(({ _id }) => _id)
        .slice(0, 2),
    ).toEqual(ids.slice(5))
  })

  it.runIf(isLong).each(['everybodyIsTeam', 'skips'] as const)(
    'is checked by a comparison that detects the planted fault %s',
    async fault => {
      clearFrames()
      faults[fault] = true
      const ids = await makeEvents()
      faults[fault] = false
      expect((await findDifferences(ids)).length).toBeGreaterThan(3)
    },
  )

  it('receives changes of a post, and its deletion with only its id and version', async () => {
    clearFrames()
    const id = await addEvent(server, { userId: people.get('neighbor')!, description: 'avant' })
    await publishEventChange(server, 'event.created', id)
    await expectEventually(() => viewer('guest').screens[0]!.received('event.created').length, 1)
    await server.db.updateTable('events').set({ description: 'après' }).where('id', '=', id).execute()
    await publishEventChange(server, 'event.updated', id)
    await expectEventually(() => viewer('guest').screens[0]!.received('event.updated').length, 1)
    await publishEventChange(server, 'event.deleted', id)
    await flushDelivery()
    for (const name of ['neighbor', 'neighbor2', 'guest', 'administrator']) {
      const [screen] = viewer(name).screens
      // Only live events of posts are compared, because the team also receives other live events.
      const eventNames = screen!.frames.map(({ event }) => event).filter(event => event.startsWith('event.'))
      expect(eventNames.slice(0, 3)).toEqual(['event.created', 'event.updated', 'event.deleted'])
      expect(screen!.received('event.updated')[0]!.eventId.description).toBe('après')
      expect(screen!.received('event.deleted')).toEqual([{ _id: id, version: 2 }])
    }
    expect(viewer('beside').screens[0]!.frames).toHaveLength(1)
  })

  it('receives nothing about a post that was deleted before its live events were delivered', async () => {
    clearFrames()
    const id = await addEvent(server, { userId: people.get('neighbor')! })
    const channels = await server.db
      .selectFrom('event_channels')
      .select('channel_id')
      .where('event_id', '=', id)
      .execute()
    const place = {
      eventId: id,
      communityId: await server.communityId('les-tilleuls'),
      channelIds: channels.map(row => row.channel_id),
    }
    await server.db.deleteFrom('events').where('id', '=', id).execute()
    server.platform.bus.publish('event.created', place)
    server.platform.bus.publish('event.answered', { ...place, userId: people.get('neighbor2')!, interested: true })
    server.platform.bus.publish('event.updated', place)
    await flushDelivery()
    expect(viewer('neighbor').screens[0]!.frames).toHaveLength(1)
  })

  it('receives a deletion when a post moves to channels that its viewer does not read', async () => {
    clearFrames()
    const id = await addEvent(server, {
      community: 'residence-du-lac',
      userId: people.get('lake')!,
      channels: ['OrganizationEventChannel'],
    })
    const [organization] = await server.db
      .selectFrom('event_channels')
      .select('channel_id')
      .where('event_id', '=', id)
      .execute()
    await sql`update event_channels set channel_id = (select id from channels where community_id = ${await server.communityId('residence-du-lac')} and channel_type = 'NeighborhoodEventChannel') where event_id = ${id}`.execute(
      server.db,
    )
    const [own] = await server.db.selectFrom('event_channels').select('channel_id').where('event_id', '=', id).execute()
    server.platform.bus.publish('event.updated', {
      eventId: id,
      communityId: await server.communityId('residence-du-lac'),
      channelIds: [organization!.channel_id, own!.channel_id],
    })
    await flushDelivery()
    expect(viewer('camping').screens[0]!.frames[0]).toEqual({ event: 'event.deleted', data: { _id: id, version: 1 } })
    expect(
      viewer('lake')
        .screens[0]!.received('event.updated')
        .map(({ _id }) => _id),
    ).toEqual([id])
  })
})

it('an open screen receives the number of answers to a post, and who answered only if its viewer may know', async () => {
  clearFrames()
  const id = await addEvent(server, { userId: people.get('neighbor')! })
  const neighbor2 = viewer('neighbor2').visitor
  await neighbor2.call(answerEvent, { params: { id } })
  await neighbor2.call(answerEvent, { params: { id } })
  await neighbor2.call(withdrawAnswer, { params: { id } })
  await flushDelivery()
  const told = (name: string, at = 0) => viewer(name).screens[at]!.received('event.interest')
  await expectEventually(() => told('neighbor2').length, 2)
  const userId = people.get('neighbor2')!
  for (const at of [0, 1])
    expect(told('neighbor2', at)).toEqual([
      {
        _id: id,
        version: expect.any(Number),
        interestedCount: expect.any(Number),
        userId,
        interested: expect.any(Boolean),
      },
      { _id: id, version: 3, interestedCount: 0, userId, interested: false },
    ])
  for (const name of ['neighbor', 'administrator', 'webmaster'])
    expect(told(name).at(-1)).toEqual({ _id: id, version: 3, interestedCount: 0, userId, interested: false })
  for (const name of ['guest', 'advertiser', 'employee'])
    expect(told(name).at(-1)).toEqual({ _id: id, version: 3, interestedCount: 0 })
  for (const name of ['beside', 'beside admin', 'lake']) expect(told(name)).toEqual([])
})

describe('a screen that cannot be reached', () => {
  it('is disconnected when it reads too slowly, while others receive everything', async () => {
    const slow = await sockets.open(await server.as('employee'))
    slow.socket.pause()
    clearFrames()
    // This is more than the operating system and the server buffer for a client that does not read.
    const [posts, long] = [60, 'x'.repeat(50_000)]
    for (let count = 0; count < posts; count++) {
      const id = await addEvent(server, {
        userId: people.get('neighbor')!,
        title: long,
        description: long,
        titleEn: long,
        descriptionEn: long,
      })
      await publishEventChange(server, 'event.created', id)
    }
    await expectEventually(() => viewer('neighbor').screens[0]!.received('event.created').length, posts)
    slow.socket.resume()
    await expectEventually(() => slow.closed?.code, 1006)
    expect(allScreens().filter(({ screen }) => screen.closed)).toEqual([])
  })

  it('is disconnected when the database fails, so that its client reconnects', async () => {
    const [reader, elsewhere] = [await sockets.open(await server.as('advertiser')), viewer('beside').screens[0]!]
    const channel = await server.db
      .selectFrom('channels')
      .select('id')
      .where('community_id', '=', await server.communityId('les-tilleuls'))
      .where('channel_type', '=', 'ShareChannel')
      .executeTakeFirstOrThrow()
    server.platform.bus.publish('event.created', {
      eventId: 'no id',
      communityId: await server.communityId('les-tilleuls'),
      channelIds: [channel.id],
    })
    await expectEventually(() => [reader.closed?.code, elsewhere.closed], [1013, null])
  })
})
