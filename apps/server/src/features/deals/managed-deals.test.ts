import { getDeal, listDeals } from '@parvis/contract/deals.ts'
import { answerEvent } from '@parvis/contract/feed.ts'
import { listDealTemplates, publishTemplate } from '@parvis/contract/templates.ts'
import {
  recordDealRoute,
  recordDealView,
  drawDealMap,
  endDeal,
  listManagedDeals,
  removeDeal,
} from '@parvis/contract/write-deals.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDeal, dealCalls } from '#server/testing/deals.ts'
import { asMembers, asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let calls: ReturnType<typeof dealCalls>
let advertiser: Visitor
let employee: Visitor
let administrator: Visitor
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  calls = dealCalls(server)
  ;[advertiser, employee, administrator, neighbor] = await Promise.all([
    server.as('advertiser'),
    server.as('employee'),
    server.as('administrator'),
    server.as('neighbor'),
  ])
})
afterAll(() => server.close())
/** Clears the rate limits before each test. */
beforeEach(() => server.db.deleteFrom('attempts').where('bucket', 'like', 'deal%').execute())

describe('managed deals', () => {
  it('are listed together with whether the next deal needs approval: a professional’s does until one was approved', async () => {
    const { visitor } = await asPerson(server, {
      email: 'unknown-yet@test.example',
      role: 'advertiser',
      community: 'les-tilleuls',
    })
    const waits = async (who: Visitor) => (await who.call(listManagedDeals)).answer.needsApproval
    expect([await waits(visitor), await waits(advertiser), await waits(employee)]).toEqual([true, false, false])
  })

  it('are listed in pages, with the number of pending ones', async () => {
    const own = await openTestServer('demo')
    try {
      const { visitor } = await asPerson(own, {
        email: 'many@test.example',
        role: 'advertiser',
        community: 'les-tilleuls',
      })
      const adminVisitor = await own.as('administrator')
      const userId = (
        await own.db.selectFrom('users').select('id').where('pseudo', '=', 'many').executeTakeFirstOrThrow()
      ).id
      for (let at = 0; at < 25; at++) await addDeal(own, { userId, isPending: at % 2 === 0 })
      const readAll = async (who: Visitor, waiting?: boolean) => {
        const ids: string[] = []
        let query: { page?: number; cursor?: string; waiting?: boolean } = { waiting }
        for (;;) {
          const { answer } = await who.call(listManagedDeals, { query })
          ids.push(...answer.docs.map(({ _id }) => _id))
          expect(answer.docs.every(({ keeping }) => keeping !== null)).toBe(true)
          if (!answer.hasNextPage) return { ids, waiting: answer.waiting }
          query = { page: answer.nextPage!, cursor: answer.cursor!, waiting }
        }
      }
      const mine = await readAll(visitor)
      expect([mine.ids.length, new Set(mine.ids).size, mine.waiting]).toEqual([25, 25, 13])
      expect(mine.ids).toEqual(mine.ids.toSorted().toReversed())
      expect((await readAll(visitor, true)).ids).toHaveLength(13)
      const all = await readAll(adminVisitor)
      const { count } = await own.db
        .selectFrom('deals')
        .select(eb => eb.fn.countAll<string>().as('count'))
        .where('community_id', '=', await own.communityId('les-tilleuls'))
        .executeTakeFirstOrThrow()
      expect(all.ids).toHaveLength(Number(count))
      expect((await readAll(await own.as('employee'))).ids).toEqual([])
      const { cursor } = (await visitor.call(listManagedDeals)).answer
      expect((await visitor.call(listManagedDeals, { query: { cursor: cursor!, waiting: true } })).error.key).toBe(
        'badrequest',
      )
    } finally {
      await own.close()
    }
  })

  it('can be edited, ended and removed by an administrator, but not edited by an employee who is not the author', async () => {
    const { _id } = (await calls.create(advertiser)).answer
    expect((await calls.edit(employee, _id, { title: 'Autre' })).error.key).toBe('forbidden')
    expect((await calls.edit(administrator, _id, { title: 'Autre' })).answer.title).toBe('Autre')
    expect((await administrator.call(endDeal, { params: { id: _id } })).answer.keeping?.state).toBe('ended')
    expect((await administrator.call(removeDeal, { params: { id: _id } })).answer).toEqual({ _id })
    expect((await administrator.call(removeDeal, { params: { id: _id } })).error.key).toBe('forbidden')
  })

  it('of another community cannot be edited, ended or removed by an administrator', async () => {
    const { visitor } = await asPerson(server, {
      email: 'there@test.example',
      role: 'administrator',
      community: 'quartier-de-la-gare',
    })
    const { _id } = (await calls.create(employee)).answer
    for (const { error } of [
      await calls.edit(visitor, _id, { title: 'Autre' }),
      await visitor.call(endDeal, { params: { id: _id } }),
      await visitor.call(removeDeal, { params: { id: _id } }),
    ])
      expect(error.key).toBe('forbidden')
  })
})

describe('a deal', () => {
  const figures = async (id: string) => (await calls.read(administrator, id)).answer.keeping!.figures

  it('counts the people who open it or its route, each person once; guests are counted, users who manage the deal are not', async () => {
    const { _id } = (await calls.create(advertiser)).answer
    const params = { id: _id }
    const guest = await server.asGuest()
    const seen = await Promise.all(Array.from({ length: 20 }, () => guest.call(recordDealView, { params })))
    expect(seen.every(({ status }) => status === 200)).toBe(true)
    expect(await figures(_id)).toEqual({ seen: 1, routes: 0, interested: 0 })
    const crowd = await asMembers(server, 8)
    await Promise.all(
      crowd.flatMap(({ visitor }) => [
        visitor.call(recordDealView, { params }),
        visitor.call(recordDealRoute, { params }),
      ]),
    )
    for (const manager of [advertiser, administrator]) {
      await manager.call(recordDealView, { params })
      await manager.call(recordDealRoute, { params })
    }
    expect(await figures(_id)).toEqual({ seen: 9, routes: 8, interested: 0 })
    expect((await calls.read(neighbor, _id)).answer.version).toBe(1)
    expect((await guest.call(recordDealView, { params: { id: 'x' } })).error.key).toBe('error404')
  })

  it('shows approximately how many people answered posts published from it', async () => {
    const [template] = (await employee.call(listDealTemplates)).answer
    const { _id } = (await calls.create(advertiser, { templateId: template!._id })).answer
    const posts = []
    for (const who of [neighbor, await server.as('neighbor2')])
      posts.push((await who.call(publishTemplate, { body: { templateId: template!._id, goodDealId: _id } })).answer)
    for (const { _id: eventId } of posts)
      for (const { visitor } of await asMembers(server, 5)) await visitor.call(answerEvent, { params: { id: eventId } })
    const { interested } = await figures(_id)
    expect(interested).toBeGreaterThanOrEqual(4)
    expect(interested).toBeLessThanOrEqual(6)
  })

  it('causes no server error for its viewers and publishers while it is being removed', async () => {
    const [template] = (await employee.call(listDealTemplates)).answer
    const people = await Promise.all(['neighbor', 'neighbor2', 'employee'].map(name => server.as(name)))
    const statuses = new Set<number>()
    for (let round = 0; round < 6; round++) {
      const { _id } = (await calls.create(advertiser, { templateId: template!._id })).answer
      const params = { id: _id }
      const answers = await Promise.all([
        ...people.flatMap(who => [
          who.call(recordDealView, { params }),
          who.call(publishTemplate, { body: { templateId: template!._id, goodDealId: _id } }),
          who.call(recordDealRoute, { params }),
        ]),
        advertiser.call(removeDeal, { params }),
      ])
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses].filter(status => status !== 200 && status !== 404)).toEqual([])
  })

  it('leaves its text in a post published from it when it is removed', async () => {
    const [template] = (await employee.call(listDealTemplates)).answer
    const { _id } = (await calls.create(advertiser, { templateId: template!._id, activityDescription: 'Au four !' }))
      .answer
    const post = (await neighbor.call(publishTemplate, { body: { templateId: template!._id, goodDealId: _id } })).answer
    expect(post).toMatchObject({ goodDealId: _id, deal: { title: 'Pain du matin' } })
    await advertiser.call(removeDeal, { params: { id: _id } })
    const feed = (await neighbor.send({ method: 'GET', url: '/events' })).answer as { docs: { _id: string }[] }
    expect(feed.docs.find(one => one._id === post._id)).toMatchObject({
      eventId: { description: 'Au four !' },
      goodDealId: null,
      deal: null,
    })
  })
})

describe('the deals endpoints', () => {
  it('refuse every call in a community with deals disabled', async () => {
    const { visitor } = await calls.newProfessional()
    const { _id: waiting } = (await calls.create(visitor)).answer
    const { _id: shown } = (await calls.create(employee)).answer
    const id = await server.communityId('les-tilleuls')
    const setFlag = async (gooddeal: boolean) => {
      await server.db.updateTable('communities').set({ gooddeal }).where('id', '=', id).execute()
      server.platform.bus.publish('actor.changed', { communityIds: [id] })
    }
    await setFlag(false)
    try {
      const params = { id: shown }
      const keys = {
        list: await administrator.call(listDeals),
        one: await administrator.call(getDeal, { query: { id: shown } }),
        public: await server.visitor().call(getDeal, { query: { id: shown } }),
        mine: await administrator.call(listManagedDeals),
        create: await calls.create(administrator),
        edit: await calls.edit(administrator, shown, { title: 'x' }),
        end: await administrator.call(endDeal, { params }),
        remove: await administrator.call(removeDeal, { params }),
        decide: await calls.decide(administrator, waiting, true),
        map: await administrator.call(drawDealMap, { body: { _id: shown, mapPhotoUri: null } }),
        seen: await administrator.call(recordDealView, { params }),
        route: await administrator.call(recordDealRoute, { params }),
      }
      expect(Object.fromEntries(Object.entries(keys).map(([name, { error }]) => [name, error.key]))).toEqual({
        list: 'error404',
        one: 'error404',
        public: 'error404',
        mine: 'forbidden',
        create: 'forbidden',
        edit: 'forbidden',
        end: 'forbidden',
        remove: 'forbidden',
        decide: 'forbidden',
        map: 'forbidden',
        seen: 'error404',
        route: 'error404',
      })
    } finally {
      await setFlag(true)
    }
    expect((await calls.read(neighbor, shown)).status).toBe(200)
  })

  it('refuse calls of an advertiser whose stay is over', async () => {
    const { visitor, userId } = await calls.newProfessional()
    const { _id } = (await calls.create(visitor)).answer
    await server.db.updateTable('users').set({ member_until: '2020-01-01' }).where('id', '=', userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [userId] })
    const replies = [
      await calls.create(visitor),
      await calls.edit(visitor, _id, {}),
      await visitor.call(listManagedDeals),
    ]
    expect(replies.every(({ status }) => status >= 400)).toBe(true)
  })
})
