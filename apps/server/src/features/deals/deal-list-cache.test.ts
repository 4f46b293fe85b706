import { listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import { gunzipSync } from 'node:zlib'
import { editDeal } from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDealListCache, MAX_QUEUED_PER_CLIENT, MAX_QUEUED } from './deal-list-cache.presenter.ts'
import { newId } from '#server/kernel/ids.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
})
afterAll(() => server.close())

describe('the list of all deals', () => {
  const listAll = (who: Visitor) => who.call(listDeals, { query: { all: true } })

  it('is built once for all viewers of one audience, however many request it concurrently', async () => {
    const asked = vi.spyOn(server.db, 'selectFrom')
    const reads = () => asked.mock.calls.filter(([table]) => String(table) === 'deals as d').length
    const others = await Promise.all(['neighbor2', 'neighbor'].map(name => server.as(name)))
    server.platform.bus.publish('deal.updated', { dealId: newId(), communityId: newId() })
    asked.mockClear()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => listAll(others[n % 2]!)))
    for (const { answer } of answers) expect(answer).toEqual(answers[0]!.answer)
    expect(reads()).toBe(1)
    // Viewers who manage deals see more fields, so each has a list of their own.
    const advertiser = await server.as('advertiser')
    await listAll(advertiser)
    expect(reads()).toBeGreaterThan(1)
    // The lists of viewers who manage deals are built one at a time too, but not cached.
    asked.mockClear()
    await listAll(advertiser)
    const each = reads()
    asked.mockClear()
    await Promise.all(Array.from({ length: 10 }, () => listAll(advertiser)))
    expect([each > 0, reads()]).toEqual([true, each])
    asked.mockRestore()
  })

  it('is empty for unknown categories, which create no cache entry', async () => {
    const { categoryId } = (await listAll(neighbor)).answer.docs[0]!
    const narrowed = (...filter: string[]) => neighbor.call(listDeals, { query: { all: true, filter } })
    const some = (await narrowed(categoryId)).answer
    expect((await narrowed(categoryId.toUpperCase())).answer).toEqual(some)
    const asked = vi.spyOn(server.db, 'selectFrom')
    const reads = () => asked.mock.calls.filter(([table]) => String(table) === 'deals as d').length
    for (let n = 0; n < 5; n++) expect((await narrowed(categoryId, newId())).answer).toEqual(some)
    expect(reads()).toBe(0)
    for (let n = 0; n < 5; n++) expect((await narrowed(newId())).answer.docs).toEqual([])
    expect(reads()).toBeLessThan(2)
    asked.mockRestore()
  })

  it('is queued per client, not behind other clients; too many requests are refused', async () => {
    const listCache = createDealListCache(server.platform)
    const order: string[] = []
    const page = { docs: [], page: 1, hasNextPage: false, nextPage: null, cursor: null }
    const list = (client: string, name: string) =>
      listCache.read(
        { communityId: newId(), categoryIds: undefined, audience: { name: newId(), isShared: true }, client },
        async () => {
          order.push(name)
          // pause: work that takes a while
          await new Promise(done => setTimeout(done, 5))
          return page
        },
      )
    const all = Array.from({ length: MAX_QUEUED_PER_CLIENT }, (_, n) => list('flood', `flood ${n}`))
    const other = list('member', 'member')
    await expect(list('flood', 'one more')).rejects.toMatchObject({ key: 'toomanyrequests' })
    await Promise.all([...all, other])
    expect(order.indexOf('member')).toBeLessThan(3)
    expect(order).toHaveLength(MAX_QUEUED_PER_CLIENT + 1)
    await list('flood', 'again')
    expect(order.at(-1)).toBe('again')
    const crowd = Array.from({ length: MAX_QUEUED + 1 }, (_, n) => list(`one of many ${n}`, 'one'))
    const refused = (await Promise.allSettled(crowd)).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(1)
  })

  it('stays available to others while one client requests many different lists', async () => {
    const categories = (await neighbor.call(listDealCategories)).answer.map(({ _id }) => _id)
    const communityId = await server.communityId('les-tilleuls')
    const choice = (n: number) => categories.filter((_, at) => (n >> at) & 1)
    const stranger = server.visitor()
    const flood = Array.from({ length: 60 }, (_, n) =>
      stranger.call(listDeals, { query: { communityId, all: true, filter: choice(n + 1) } }),
    )
    const members = Array.from({ length: 10 }, () => listAll(neighbor))
    for (const { status } of await Promise.all(members)) expect(status).toBe(200)
    const results = (await Promise.all(flood)).map(one => (one.status === 200 ? 200 : one.error.key))
    expect([...new Set(results)].sort()).toEqual([200, 'toomanyrequests'])
  })

  it('has no second page', async () => {
    for (const more of [{ page: 2 }, { cursor: 'AAAA' }]) {
      const { error } = await neighbor.call(listDeals, { query: { all: true, ...more } })
      expect(error).toEqual({ key: 'badrequest', field: Object.keys(more)[0] })
    }
    expect((await neighbor.call(listDeals, { query: { all: true, page: 1 } })).answer.page).toBe(1)
  })

  it('is compressed for clients that accept gzip, and uncompressed for others', async () => {
    const url = '/gooddeals/community?all=true'
    const cookie = [...neighbor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ask = (encoding: string) =>
      server.app.inject({ url, headers: { accept: 'application/json', cookie, 'accept-encoding': encoding } })
    for (const encoding of ['gzip, deflate, br', 'br, gzip;q=0.5', 'GZIP']) {
      const { headers, rawPayload } = await ask(encoding)
      expect([encoding, headers['content-encoding'], headers.vary]).toEqual([
        encoding,
        'gzip',
        'origin, accept-encoding',
      ])
      expect(JSON.parse(String(gunzipSync(rawPayload)))).toEqual((await listAll(neighbor)).answer)
    }
    for (const encoding of ['identity', 'gzip;q=0', 'deflate, gzip;q=0.0']) {
      const { headers, body } = await ask(encoding)
      expect([encoding, headers['content-encoding']]).toEqual([encoding, undefined])
      expect(JSON.parse(body)).toEqual((await listAll(neighbor)).answer)
    }
  })

  it('has no member abilities for guests, and is rebuilt once a deal changes', async () => {
    const [mine] = (await listAll(neighbor)).answer.docs
    const guest = await server.asGuest()
    const theirs = (await listAll(guest)).answer.docs.find(({ _id }) => _id === mine!._id)
    expect([mine!.abilities.publish, theirs!.abilities.publish]).toEqual([true, false])
    const keeper = await server.as('administrator')
    await keeper.call(editDeal, { params: { id: mine!._id }, body: { price: '3,14 €' } })
    const prices = await Promise.all([neighbor, guest].map(async who => (await listAll(who)).answer.docs[0]!.price))
    expect(prices).toEqual(['3,14 €', '3,14 €'])
  })
})
