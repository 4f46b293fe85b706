import { changeInformation } from '@parvis/contract/information.ts'
import { getEvent, listEvents, type FeedPost } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createLocalBus } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { createRenderedPostCache, sizeOfRenderedPost } from './rendered-post.cache.ts'
import type * as Presenter from './feed.presenter.ts'
import { createRenderedPostWorld, postChanges, type RenderedPostWorld } from '#server/testing/rendered-posts.ts'

/**
 * Planted faults. `deaf`: no change invalidates the cache. `firstReader`: all viewers receive the first viewer’s page.
 */
const faults = vi.hoisted(() => ({ deaf: false, firstReader: false }))
vi.mock('./feed.presenter.ts', async original => {
  const real = await original<typeof Presenter>()
  let first: Parameters<typeof real.writeEvents>[0] | undefined
  const writeEvents: typeof real.writeEvents = (actor, ...rest) => {
    if (!faults.firstReader) first = undefined
    else first ??= actor
    return real.writeEvents(first ?? actor, ...rest)
  }
  return { ...real, writeEvents }
})

let server: TestServer
let home: string
let viewers: RenderedPostWorld['viewers']
let ids: RenderedPostWorld['ids']
let world: RenderedPostWorld

beforeAll(async () => {
  server = await openTestServer('demo')
  world = await createRenderedPostWorld(server, faults)
  ;({ home, viewers, ids } = world)
})
afterAll(() => server.close())

beforeEach(async () => {
  Object.assign(faults, { deaf: false, firstReader: false })
  ids.event = await addEvent(server, {
    userId: ids.author,
    title: 'avant',
    templateId: ids.template,
    placeId: ids.place,
  })
  await server.db
    .updateTable('events')
    .set({ photo_id: ids.photo, deal_id: ids.deal })
    .where('id', '=', ids.event)
    .execute()
})

/** Returns the first page of the feed as a newly started server with an empty cache renders it. */
const freshPage = async (visitor: Visitor): Promise<FeedPost[]> => {
  const app = await buildApp({ ...server.platform, bus: createLocalBus(), state: new Map() }, { logLevel: 'silent' })
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await app.inject({ url: listEvents.path, headers: { host: 'parvis.test', cookie } })
  await app.close()
  return (response.json() as { docs: FeedPost[] }).docs
}
const page = async (visitor: Visitor) => (await visitor.call(listEvents)).answer.docs

/** Returns the names of the viewers whose cached page differs from an uncached one. */
const findMismatches = async (): Promise<string[]> => {
  const wrong: string[] = []
  for (const [name, visitor] of viewers) {
    if (JSON.stringify(await page(visitor)) !== JSON.stringify(await freshPage(visitor))) wrong.push(name)
  }
  return wrong
}

it('a post contains its good deal only if the community of the viewer has deals enabled', async () => {
  const neighbor = viewers.get('neighbor')!
  const readDealTitle = async () => {
    const event = (await page(neighbor)).find(({ _id }) => _id === ids.event)!
    const { answer } = await neighbor.call(getEvent, { params: { id: ids.event } })
    expect(answer).toEqual(event)
    return event.deal?.title
  }
  const switchDeals = (gooddeal: boolean) =>
    viewers.get('administrator')!.call(changeInformation, { body: { gooddeal } })
  expect(await readDealTitle()).toBe('avant')
  await switchDeals(false)
  try {
    expect(await readDealTitle()).toBeUndefined()
    expect(await findMismatches()).toEqual([])
  } finally {
    await switchDeals(true)
  }
})

describe('a page from the cache equals an uncached page', () => {
  it('for viewers who read the page one after the other', async () => {
    expect(await findMismatches()).toEqual([])
    expect(await findMismatches()).toEqual([])
  })

  it.each(Object.keys(postChanges))('after a change of %s', async name => {
    for (const visitor of viewers.values()) await page(visitor)
    const before = JSON.stringify(await page(viewers.get('neighbor')!))
    await postChanges[name]!(world)
    expect(JSON.stringify(await page(viewers.get('neighbor')!))).not.toBe(before)
    expect(await findMismatches()).toEqual([])
  })

  it('a minute after a change that was not published on the bus', async () => {
    for (const visitor of viewers.values()) await page(visitor)
    faults.deaf = true
    await postChanges['its template']!(world)
    server.clock.aheadMs += 60_001
    expect(await findMismatches()).toEqual([])
  })

  it.each(['its author’s name', 'its photo’s alt text', 'its template', 'its place', 'its deal'])(
    'does not hold if the cache is not invalidated after a change of %s',
    async name => {
      for (const visitor of viewers.values()) await page(visitor)
      faults.deaf = true
      await postChanges[name]!(world)
      expect(await findMismatches()).toContain('neighbor')
    },
  )

  it('does not hold if all viewers receive the page of the first viewer', async () => {
    faults.firstReader = true
    await page(viewers.get('administrator')!)
    expect(await findMismatches()).toContain('guest')
  })
})

describe('the cache of rendered posts', () => {
  const keyOf = async (id: string) => {
    const { version } = await server.db
      .selectFrom('events')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { communityId: home, eventId: id, version }
  }
  /** The spy counts only the queries of this cache, which has its own database object. */
  const createSpiedCache = (maxBytes?: number) => {
    const db = server.db.withoutPlugins()
    return { cache: createRenderedPostCache({ ...server.platform, db }, maxBytes), reads: vi.spyOn(db, 'executeQuery') }
  }

  it('reads each post once, and posts requested together in one query', async () => {
    const { cache, reads } = createSpiedCache()
    const keys = [await keyOf(ids.event), await keyOf(await addEvent(server, { userId: ids.author }))]
    await Promise.all([cache.find(keys), cache.find(keys)])
    expect(reads.mock.calls.length).toBeLessThanOrEqual(2)
    reads.mockClear()
    await cache.find(keys)
    expect(reads).not.toHaveBeenCalled()
  })

  it('evicts the least recently used posts, several small ones for a large one', async () => {
    const keys = []
    for (let at = 0; at < 5; at++) keys.push(await keyOf(await addEvent(server, { userId: ids.author })))
    const [plain] = (await createRenderedPostCache(server.platform).find(keys)).values()
    const { cache, reads } = createSpiedCache(3.5 * sizeOfRenderedPost(plain!))
    for (const key of keys) await cache.find([key])
    reads.mockClear()
    for (const key of keys.slice(2)) await cache.find([key])
    expect(reads).not.toHaveBeenCalled()
    await cache.find([keys[0]!])
    expect(reads).toHaveBeenCalledOnce()

    const description = 'a'.repeat(sizeOfRenderedPost(plain!))
    await cache.find([await keyOf(await addEvent(server, { userId: ids.author, description }))])
    reads.mockClear()
    for (const key of keys) await cache.find([key])
    expect(reads).toHaveBeenCalledTimes(keys.length)
  })

  it('does not cache a post that changed while it was read', async () => {
    const { cache, reads } = createSpiedCache()
    const key = await keyOf(ids.event)
    const [hasRead, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const read = server.db.executeQuery.bind(server.db)
    reads.mockImplementationOnce(async query => {
      const found = await read(query)
      hasRead.resolve()
      await gate.promise
      return found as never
    })
    const early = cache.find([key])
    await hasRead.promise
    await server.db
      .updateTable('places')
      .set({ name: sql`name || '!'` })
      .where('id', '=', ids.place)
      .execute()
    server.platform.bus.publish('display.changed', { ids: [ids.place] })
    gate.resolve()
    const shown = async (found: ReturnType<typeof cache.find>) => (await found).get(ids.event)?.shared.place?.name
    const before = await shown(early)
    expect(await shown(cache.find([key]))).toBe(`${before}!`)
  })

  it('leaves out deleted posts', async () => {
    const cache = createRenderedPostCache(server.platform)
    const found = await cache.find([await keyOf(ids.event), { communityId: home, eventId: newId(), version: 1 }])
    expect([...found.keys()]).toEqual([ids.event])
  })
})

it('concurrent requests for the feed return to each viewer their own page', async () => {
  // The answers are visible to some viewers only, and one viewer gave one of them.
  await postChanges['its answers']!(world)
  const alone = new Map<Visitor, string>()
  for (const visitor of viewers.values()) alone.set(visitor, JSON.stringify(await page(visitor)))
  expect(new Set(alone.values()).size).toBeGreaterThan(3)
  const crowd = Array.from({ length: 4 }, () => [...viewers.values()]).flat()
  const together = await Promise.all(crowd.map(async visitor => JSON.stringify(await page(visitor))))
  expect(together).toEqual(crowd.map(visitor => alone.get(visitor)))
})
