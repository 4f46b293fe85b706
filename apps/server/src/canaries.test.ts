// Every text of one community is a canary, a unique word. People who are not its members send all calls with the ids,
// names, texts and cursors of the community, and keep live connections open while its members are active. The short run
// checks a few hundred answers.
import { sendMessage } from '@parvis/contract/chat.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { editPost, publishPost } from '@parvis/contract/publish.ts'
import { createDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { newId } from './kernel/ids.ts'
import type * as AnnouncedEvents from './features/feed/broadcast-event.service.ts'
import type * as ChatPresenter from './features/chat/chat.presenter.ts'
import { createCanaryFinder, type CanaryWorld, fillWithCanaries, newLiveCanary } from './testing/canary-world.ts'
import { addDeal, dealBody } from './testing/deals.ts'
import { reportFigures } from './testing/figures.ts'
import { isLong, iterationsOf } from './testing/long.ts'
import { asPerson } from './testing/people.ts'
import { publicColumnsOfOpen, publicColumnsOfPrivate } from './testing/public-columns.ts'
import {
  type LiveSockets,
  expectEventually,
  waitForAllFrames,
  openLiveServer,
  type LiveClient,
} from './testing/live-clients.ts'
import type { TestServer, Visitor } from './testing/test-server.ts'
import { crawlForCanaries, type PublicColumns } from './testing/canary-crawl.ts'

/** Planted faults: a presenter that leaks a text, and live events that skip the rights check. */
const faults = vi.hoisted(() => ({ leakedText: null as string | null, actorOverride: null as object | null }))
vi.mock('./features/chat/chat.presenter.ts', async original => {
  const real = await original<typeof ChatPresenter>()
  return {
    ...real,
    presentPerson: (...args: Parameters<typeof real.presentPerson>) => ({
      ...real.presentPerson(...args),
      ...(faults.leakedText && { pseudo: faults.leakedText }),
    }),
  }
})
vi.mock('./features/feed/broadcast-event.service.ts', async original => {
  const real = await original<typeof AnnouncedEvents>()
  return {
    ...real,
    readBroadcastEvents: async (...args: Parameters<typeof real.readBroadcastEvents>) => {
      const events = await real.readBroadcastEvents(...args)
      if (!faults.actorOverride) return events
      return new Map(
        [...events].map(([id, one]) => [
          id,
          { ...one, viewFor: (actor: object) => one.viewFor({ ...actor, ...faults.actorOverride } as never) },
        ]),
      )
    },
  }
})

const ANSWERS = iterationsOf('CANARY_ANSWERS', 300, 50_000)
const SEED = Number(process.env.SEED ?? 12)
const HOME = 'les-tilleuls'
const FOREIGN = 'quartier-de-la-gare'

let server: TestServer
let sockets: LiveSockets
let world: CanaryWorld
let findCanaries: ReturnType<typeof createCanaryFinder>
const visitors = new Map<string, Visitor>()
/** Canaries that a visitor has sent with a write, such as the city of their own community: they prove no leak. */
const writtenCanaries = new Set<string>()
const openClients: LiveClient[] = []

beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ pauseDivisor: 20 }))
  const { db } = server
  const addMember = async (role: 'neighbor' | 'advertiser' | 'employee' | 'administrator', more: object = {}) =>
    (await asPerson(server, { email: `${newId()}@crawl.example`, role, community: HOME, ...more })).visitor
  for (const role of ['neighbor', 'advertiser', 'employee', 'administrator'] as const)
    visitors.set(role, await addMember(role))
  visitors.set('guest', await server.asGuest())
  visitors.set('nobody', server.visitor())
  visitors.set('has not saved the profile', await addMember('neighbor', { needUpdate: true }))
  visitors.set('administrator elsewhere', await addMember('administrator', { community: 'camping-des-pins' }))
  const professional = { email: `${newId()}@crawl.example`, role: 'advertiser', community: FOREIGN } as const
  await addDeal(server, { community: FOREIGN, userId: (await asPerson(server, professional)).userId })
  world = await fillWithCanaries(db, await server.communityId(FOREIGN))
  findCanaries = createCanaryFinder(world)
})
afterEach(() => {
  writtenCanaries.clear()
  for (const { socket } of openClients.splice(0)) socket.terminate()
})
afterAll(() => server.close())
const crawl = (answers: number, allowed: PublicColumns, routeFilter?: RegExp) =>
  crawlForCanaries(
    { server, world, community: FOREIGN, visitors, findCanaries, seed: SEED, writtenCanaries },
    answers,
    allowed,
    routeFilter,
  )

/** Lets members of the foreign community post, answer and write messages; returns the outsiders’ live connections. */
const collectLiveEvents = async () => {
  const outsiders = new Map<string, LiveClient>()
  for (const [who, visitor] of visitors)
    if (who !== 'nobody' && who !== 'has not saved the profile') {
      const screen = await sockets.open(visitor)
      openClients.push(screen)
      outsiders.set(who, screen)
    }
  const addMember = (role: 'neighbor' | 'advertiser' | 'administrator') =>
    asPerson(server, { email: `${newId()}@crawl.example`, pseudo: newLiveCanary('pseudo'), role, community: FOREIGN })
  const [writer, other, professional] = [
    await addMember('neighbor'),
    await addMember('neighbor'),
    await addMember('advertiser'),
  ]
  const own = await sockets.open(other.visitor)
  openClients.push(own)
  openClients.push(await sockets.open(writer.visitor))
  const { _id } = (await writer.visitor.call(publishPost, { body: { description: newLiveCanary('post') } })).answer
  await writer.visitor.call(editPost, { params: { id: _id }, body: { description: newLiveCanary('edit') } })
  await other.visitor.call(answerEvent, { params: { id: _id } })
  await writer.visitor.call(sendMessage, {
    body: { to: other.userId, tmpId: newId(), text: newLiveCanary('message') },
  })
  await professional.visitor.call(createDeal, { body: await dealBody(server, { title: newLiveCanary('deal') }) })
  await expectEventually(
    () => own.received('event.created').length > 0 && own.received('message.created').length > 0,
    true,
  )
  for (const screen of [own, ...outsiders.values()]) await waitForAllFrames(server, screen)
  return { outsiders, eventId: _id, writer, own }
}

it(
  `${ANSWERS} answers to people outside a community contain only the public texts of that community`,
  async () => {
    const { leaks, responseCount, reachedRoutes } = await crawl(ANSWERS / 2, publicColumnsOfOpen)
    await server.db.updateTable('communities').set({ is_private: true }).where('id', '=', world.communityId).execute()
    server.platform.bus.publish('actor.changed', { communityIds: [world.communityId] })
    const closed = await crawl(ANSWERS / 2, publicColumnsOfPrivate)
    await server.db.updateTable('communities').set({ is_private: false }).where('id', '=', world.communityId).execute()
    server.platform.bus.publish('actor.changed', { communityIds: [world.communityId] })
    expect([...leaks, ...closed.leaks.map(one => `private: ${one}`)]).toEqual([])
    // A crawl that is refused everywhere would prove nothing.
    expect(reachedRoutes.size).toBeGreaterThan(45)
    reportFigures('canaries of a community', SEED, {
      answers: responseCount + closed.responseCount,
      columns: world.columns.size,
      routes: reachedRoutes.size,
      visitors: visitors.size,
      canaries: 0,
      'written by the crawl': writtenCanaries.size,
    })
  },
  60_000 + ANSWERS * 30,
)

it('a crawl as administrator of the community finds canaries in more than 40 columns', async () => {
  const { visitor } = await asPerson(server, {
    email: `${newId()}@crawl.example`,
    role: 'administrator',
    community: FOREIGN,
  })
  const before = new Map(visitors)
  visitors.clear()
  visitors.set('its administrator', visitor)
  try {
    const { leaks } = await crawl(1_500, [], /^GET/)
    const columns = new Set(leaks.map(line => line.split(': ')[1]))
    expect([...columns]).toEqual(
      expect.arrayContaining([
        'events.description',
        'users.pseudo',
        'users.lastname',
        'accounts.email',
        'places.name',
        'deals.title',
        'communities.phone',
        'id of users',
        'id of events',
      ]),
    )
    expect(columns.size).toBeGreaterThan(40)
  } finally {
    visitors.clear()
    for (const [name, one] of before) visitors.set(name, one)
  }
}, 120_000)

it('outsiders receive no live event of the community while its members publish posts, answer them and send messages', async () => {
  const { outsiders, own } = await collectLiveEvents()
  expect(findCanaries(JSON.stringify(own.frames)).size).toBeGreaterThan(2)
  const received = [...outsiders].flatMap(([who, { frames }]) =>
    [...findCanaries(JSON.stringify(frames)).values()].map(what => `${who}: ${what}`),
  )
  expect(received).toEqual([])
}, 60_000)

it.runIf(isLong)('the crawl reports a text that a presenter leaks', async () => {
  faults.leakedText = 'kanariuserszqzpseudozqzslipped'
  const { leaks } = await crawl(10, publicColumnsOfOpen, /^GET \/messages\/neighbors/)
  faults.leakedText = null
  expect(leaks).toContain('GET /messages/neighbors, neighbor: users.pseudo')
})

it.runIf(isLong)(
  'findCanaries finds a leak if an event is published on the wrong channel without a rights check',
  async () => {
    const { outsiders, eventId, writer } = await collectLiveEvents()
    const { id } = await server.db
      .selectFrom('channels')
      .select('id')
      .where('community_id', '=', await server.communityId(HOME))
      .where('channel_type', '=', 'NeighborhoodEventChannel')
      .executeTakeFirstOrThrow()
    const own = await server.db
      .selectFrom('event_channels')
      .select('channel_id')
      .where('event_id', '=', eventId)
      .execute()
    faults.actorOverride = {
      userId: writer.userId,
      communityId: world.communityId,
      channelIds: own.map(({ channel_id }) => channel_id),
      hiddenUserIds: [],
    }
    server.platform.bus.publish('event.created', { eventId, communityId: world.communityId, channelIds: [id] })
    const received = () => [...findCanaries(JSON.stringify(outsiders.get('neighbor')!.frames)).values()]
    await expectEventually(() => received().includes('live.edit'), true, 10_000).finally(() => {
      faults.actorOverride = null
    })
  },
  60_000,
)
