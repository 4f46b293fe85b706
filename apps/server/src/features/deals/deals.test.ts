import {
  type DealsPage,
  type DealState,
  dealStates,
  getDeal,
  listDealCategories,
  listDeals,
} from '@parvis/contract/deals.ts'
import { gunzipSync } from 'node:zlib'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { roles } from '@parvis/contract/roles.ts'
import { getSession } from '@parvis/contract/session.ts'
import { editDeal } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { createDealListCache, MAX_QUEUED_PER_CLIENT, MAX_QUEUED } from './deal-list-cache.presenter.ts'
import { newId } from '#server/kernel/ids.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { canSeeDeal, dealAbilities, dealState } from './deals.policy.ts'

let server: TestServer
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
})
afterAll(() => server.close())

const ids = ({ docs }: DealsPage) => docs.map(({ _id }) => _id)
const readAll = async () => (await neighbor.call(listDeals, { query: { all: true } })).answer

describe('the list', () => {
  it('returns all deals in one page, newest first, in both languages', async () => {
    const all = await readAll()
    expect(all).toMatchObject({ page: 1, hasNextPage: false, nextPage: null, cursor: null })
    expect(all.docs.length).toBeGreaterThanOrEqual(12)
    const dates = all.docs.map(({ dateAdded }) => dateAdded)
    expect(dates).toEqual([...dates].sort().reverse())
    for (const deal of all.docs)
      expect([deal.description, deal.lang.en.description, deal.loc?.type]).toEqual([
        expect.any(String),
        expect.any(String),
        'Point',
      ])
  })

  it('filters by one category or several', async () => {
    const { docs } = await readAll()
    const { answer: categories } = await neighbor.call(listDealCategories)
    const [first, second] = categories
      .map(({ _id }) => _id)
      .filter(id => docs.some(({ categoryId }) => categoryId === id))
    const found = async (filter: string[]) =>
      ids((await neighbor.call(listDeals, { query: { filter, all: true } })).answer)
    expect(await found([first!])).toEqual(docs.filter(({ categoryId }) => categoryId === first).map(({ _id }) => _id))
    expect(await found([first!, second!])).toEqual(
      docs.filter(({ categoryId }) => categoryId === first || categoryId === second).map(({ _id }) => _id),
    )
    expect(await found([newId()])).toEqual([])
    // Sends the ids in every notation that clients use for lists.
    const asked = async (notation: string) =>
      ids(
        (await neighbor.send({ method: 'GET', url: `/gooddeals/community?all=true&${notation}` })).answer as DealsPage,
      )
    for (const notation of [
      `filter=${first}&filter=${second}`,
      `filter=${first},${second}`,
      `filter[]=${first}&filter[]=${second}`,
      `filter%5B%5D=${first}&filter%5B%5D=${second}`,
      `filter[0]=${first}&filter[1]=${second}`,
      `filter=["${first}","${second}"]`,
    ]) {
      expect(await asked(notation.replaceAll('"', '%22')), notation).toEqual(await found([first!, second!]))
    }
    for (const none of ['filter=', 'filter[]=', 'filter[x]=1', 'filters=1']) {
      expect(await asked(none), none).toEqual(docs.map(({ _id }) => _id))
    }
    expect((await neighbor.call(listDeals, { query: { filter: ['bakery'] } })).error.key).toBe('badrequest')
  })

  it('is read in pages without duplicates', async () => {
    const crowded = await openTestServer('demo')
    try {
      await sql`insert into deals (id, city_id, category_id, community_id, user_id, custom_uri, title, approved_at, listed)
        select gen_random_uuid(), d.city_id, d.category_id, d.community_id, d.user_id, 'copy-' || n, 'Copie ' || n, now(), true
        from (select * from deals limit 1) d, generate_series(1, 45) n`.execute(crowded.db)
      await sql`insert into community_deals select community_id, id, category_id, true from deals on conflict do nothing`.execute(
        crowded.db,
      )
      const visitor = await crowded.as('neighbor')
      const all = ids((await visitor.call(listDeals, { query: { all: true } })).answer)
      const [byCursor, byNumber]: string[][] = [[], []]
      let page: DealsPage | undefined
      while (!page || page.hasNextPage) {
        const numbered: DealsPage = (await visitor.call(listDeals, { query: { page: page?.nextPage ?? 1 } })).answer
        page = (
          await visitor.call(listDeals, {
            query: { ...(page?.cursor && { cursor: page.cursor, page: page.nextPage! }) },
          })
        ).answer
        byCursor!.push(...ids(page))
        byNumber!.push(...ids(numbered))
      }
      expect(byCursor).toEqual(all)
      expect(byNumber).toEqual(all)
      expect(all.length).toBeGreaterThan(2 * PAGE_SIZE)
    } finally {
      await crowded.close()
    }
  })

  it('returns 404 where the community has deals disabled', async () => {
    await server.db
      .updateTable('communities')
      .set({ gooddeal: false })
      .where('custom_uri', '=', 'camping-des-pins')
      .execute()
    await addPerson(server, { email: 'camper@test.example', password: 'parvis-demo', community: 'camping-des-pins' })
    const camper = await server.as('camper@test.example', 'camping-des-pins')
    expect((await camper.call(listDeals)).error).toEqual({ key: 'error404' })
    expect((await camper.call(listDealCategories)).error).toEqual({ key: 'error404' })
  })
})

describe('a deal', () => {
  it('is found by id and by its public URL, by anybody', async () => {
    const [deal] = (await readAll()).docs
    const visitor = server.visitor()
    const byId = (await visitor.call(getDeal, { query: { id: deal!._id } })).answer
    const byUri = (
      await visitor.call(getDeal, {
        query: { cityUri: deal!.cityUri.toUpperCase(), adUri: deal!.customUri.toUpperCase() },
      })
    ).answer
    expect(byId).toEqual(byUri)
    expect(byId).toMatchObject({ title: deal!.title, abilities: { edit: false, remove: false, publish: false } })
  })

  it('is found only by an id or a complete URL', async () => {
    const key = async (query: { id?: string; cityUri?: string; adUri?: string }) =>
      (await server.visitor().call(getDeal, { query })).error.key
    expect([
      await key({}),
      await key({ cityUri: 'annecy' }),
      await key({ adUri: 'x' }),
      await key({ cityUri: 'a'.repeat(101), adUri: 'x' }),
    ]).toEqual(['badrequest', 'badrequest', 'badrequest', 'badrequest'])
    // An invalid id is treated like an unknown id.
    expect([
      await key({ id: newId() }),
      await key({ id: 'x' }),
      await key({ cityUri: 'annecy', adUri: 'nowhere' }),
    ]).toEqual(['error404', 'error404', 'error404'])
  })

  it('names a community that shows it: the viewer’s own, else a public one', async () => {
    const [deal] = (await readAll()).docs
    const placeFor = async (visitor: Visitor) =>
      (await visitor.call(getDeal, { query: { id: deal!._id } })).answer.community?.customUri
    await addPerson(server, {
      email: 'lake-reader@test.example',
      password: 'parvis-demo',
      community: 'residence-du-lac',
    })
    const lake = await server.as('lake-reader@test.example', 'residence-du-lac')
    const lakeId = await server.communityId('residence-du-lac')
    const homeId = await server.communityId('les-tilleuls')
    expect([await placeFor(server.visitor()), await placeFor(neighbor)]).toEqual(['les-tilleuls', 'les-tilleuls'])
    const mark = { deal_id: deal!._id, category_id: deal!.categoryId, listed: true }
    await server.db.deleteFrom('community_deals').where('deal_id', '=', deal!._id).execute()
    await server.db
      .insertInto('community_deals')
      .values([
        { ...mark, community_id: homeId },
        { ...mark, community_id: lakeId },
      ])
      .execute()
    await server.db
      .updateTable('communities')
      .set({ is_private: true, gooddeal: true })
      .where('id', '=', lakeId)
      .execute()
    expect([await placeFor(server.visitor()), await placeFor(neighbor), await placeFor(lake)]).toEqual([
      'les-tilleuls',
      'les-tilleuls',
      'residence-du-lac',
    ])
    await server.db
      .deleteFrom('community_deals')
      .where('community_id', '=', homeId)
      .where('deal_id', '=', deal!._id)
      .execute()
    expect([await placeFor(server.visitor()), await placeFor(lake)]).toEqual([undefined, 'residence-du-lac'])
    await server.db
      .insertInto('community_deals')
      .values({ ...mark, community_id: homeId })
      .execute()
  })

  it('that is pending approval is in nobody’s list', async () => {
    const [deal] = (await readAll()).docs
    await server.db.updateTable('deals').set({ approved_at: null }).where('id', '=', deal!._id).execute()
    const { communityId } = (await neighbor.call(getSession)).answer
    server.platform.bus.publish('deal.hidden', { dealId: deal!._id, communityId })
    // Also while the `listed` flag of the deal is stale.
    for (const role of ['neighbor', 'advertiser', 'administrator']) {
      expect(ids((await (await server.as(role)).call(listDeals, { query: { all: true } })).answer)).not.toContain(
        deal!._id,
      )
    }
    await server.db.updateTable('deals').set({ approved_at: new Date() }).where('id', '=', deal!._id).execute()
    server.platform.bus.publish('deal.updated', { dealId: deal!._id, communityId })
  })
})

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

describe('abilities on a deal', () => {
  const now = new Date('2030-06-15T12:00:00Z')
  const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
  const actor = (
    role: Actor['role'],
    userId: string,
    communityId = 'here',
    organizationId: string | null = 'another organisation',
    { gooddeal = true, isReadOnly = false } = {},
  ) => ({ role, userId, communityId, organizationId, community: { gooddeal }, isReadOnly }) as Actor
  const deal = (state: DealState) => ({
    user_id: 'owner',
    community_id: 'here',
    organization_id: 'organisation',
    gooddeal: true,
    approved_at: state === 'waiting' || state === 'refused' ? null : before,
    refused_at: state === 'refused' ? before : null,
    hidden_at: state === 'hidden' ? before : null,
    starts_at: state === 'scheduled' ? after : null,
    ends_at: state === 'ended' ? now : null,
    nearby: true,
    is_private: false,
  })
  const sees = (who: Actor | null, state: DealState) => canSeeDeal(who, deal(state), now)
  const verbs = (who: Actor | null, state: DealState = 'shown') =>
    Object.entries(dealAbilities(who, deal(state), now))
      .filter(([, may]) => may)
      .map(([verb]) => verb)
      .join(' ')

  it.each(dealStates)('a deal that is %s has that state', state => expect(dealState(deal(state), now)).toBe(state))

  it.each([
    // role sees it waiting may, to another's deal may, in another community
    ['guest', false, '', ''],
    ['neighbor', false, 'publish flag', 'publish flag'],
    ['advertiser', false, 'flag', 'flag'],
    ['employee', false, 'publish drawMap flag', 'publish flag'],
    ['administrator', true, 'edit remove publish drawMap flag', 'publish flag'],
    ['webmaster', true, 'edit remove publish drawMap flag', 'edit remove publish drawMap flag'],
  ] as const)('of role %s', (role, seesWaiting, here, elsewhere) => {
    const other = actor(role, 'other')
    expect([
      sees(other, 'shown'),
      sees(other, 'waiting'),
      verbs(other),
      verbs(actor(role, 'other', 'elsewhere')),
    ]).toEqual([true, seesWaiting, here, elsewhere])
  })

  it('let its owner see and edit it, and publish from it while it is visible', () => {
    const owner = actor('advertiser', 'owner')
    expect(dealStates.map(state => [sees(owner, state), verbs(owner, state)])).toEqual(
      dealStates.map(state => {
        // A deal hidden by moderators cannot be edited until moderators restore it.
        if (state === 'hidden') return [true, 'remove']
        return [true, state === 'shown' ? 'edit remove publish' : 'edit remove']
      }),
    )
  })

  it('let administrators approve it while it is pending', () => {
    const mayApprove = (state: DealState) =>
      roles.filter(role => verbs(actor(role, 'other'), state).includes('approve'))
    expect(dealStates.filter(state => mayApprove(state).length > 0)).toEqual(['waiting'])
    expect(mayApprove('waiting')).toEqual(['administrator', 'webmaster'])
    expect(verbs(actor('advertiser', 'owner'), 'waiting')).toBe('edit remove')
  })

  it('are the same for administrators of a sister community as for its posts', () => {
    const sister = actor('administrator', 'other', 'sister', 'organisation')
    expect([sees(sister, 'waiting'), verbs(sister)]).toEqual([true, 'edit remove publish drawMap flag'])
    expect(sees(actor('employee', 'other', 'sister', 'organisation'), 'waiting')).toBe(false)
  })

  it('let a visitor without a session see visible deals only', () => {
    expect([dealStates.filter(state => sees(null, state)), verbs(null)]).toEqual([['shown'], ''])
  })

  it('let only the owner and the administrators of its community see a pending deal', () => {
    expect(roles.filter(role => sees(actor(role, 'other', 'elsewhere'), 'waiting'))).toEqual(['webmaster'])
  })

  it('limit a deal that a private community does not share to the members of that community', () => {
    const own = { ...deal('shown'), nearby: false, is_private: true }
    const see = (who: Actor | null, one = own) => canSeeDeal(who, one, now)
    expect(
      [null, actor('neighbor', 'other', 'elsewhere'), actor('guest', 'other', 'elsewhere')].map(who => see(who)),
    ).toEqual([false, false, false])
    expect([actor('neighbor', 'other', 'here'), actor('webmaster', 'other', 'elsewhere')].map(who => see(who))).toEqual(
      [true, true],
    )
    expect([see(null, { ...own, nearby: true }), see(null, { ...own, is_private: false })]).toEqual([true, true])
  })

  it('are none if the community has deals disabled or the stay of the viewer is over', () => {
    const off = actor('webmaster', 'owner', 'here', null, { gooddeal: false })
    const left = actor('advertiser', 'owner', 'here', null, { isReadOnly: true })
    expect([sees(off, 'waiting'), verbs(off), sees(left, 'waiting'), verbs(left)]).toEqual([false, '', true, ''])
    const switchedOff = { ...deal('shown'), gooddeal: false }
    expect([canSeeDeal(null, switchedOff, now), canSeeDeal(actor('webmaster', 'owner'), switchedOff, now)]).toEqual([
      false,
      false,
    ])
  })
})
