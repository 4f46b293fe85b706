import { type DealsPage, getDeal, listDealCategories, listDeals } from '@parvis/contract/deals.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { getSession } from '@parvis/contract/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
})
afterAll(() => server.close())

const ids = ({ docs }: DealsPage) => docs.map(({ _id }) => _id)
const readAll = async () => (await neighbor.call(listDeals, { query: { all: true } })).answer

describe('the list of deals', () => {
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

  it('returns pages without duplicates, by cursor and by page number', async () => {
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
    // The lists leave the deal out even while its `listed` flag is stale.
    for (const role of ['neighbor', 'advertiser', 'administrator']) {
      expect(ids((await (await server.as(role)).call(listDeals, { query: { all: true } })).answer)).not.toContain(
        deal!._id,
      )
    }
    await server.db.updateTable('deals').set({ approved_at: new Date() }).where('id', '=', deal!._id).execute()
    server.platform.bus.publish('deal.updated', { dealId: deal!._id, communityId })
  })
})
