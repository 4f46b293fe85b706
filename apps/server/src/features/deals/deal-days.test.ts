import { type Deal, listDeals, getDeal } from '@parvis/contract/deals.ts'
import { createDeal, type DealBody, decideOnDeal, editDeal, endDeal } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dealBody } from '#server/testing/deals.ts'
import { asPerson } from '#server/testing/people.ts'
import { type TestServer, type Visitor, openTestServer } from '#server/testing/test-server.ts'
import { startAndEndDueDeals } from './deal-days.service.ts'

let server: TestServer
let employee: Visitor
let administrator: Visitor

beforeAll(async () => {
  server = await openTestServer('demo')
  // These tests move the clock back and forth, so the job runs only when they call it.
  await sql`delete from pgboss.schedule where name = 'deals.days'`.execute(server.db)
  ;[employee, administrator] = await Promise.all([server.as('employee'), server.as('administrator')])
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('attempts').where('bucket', 'like', 'deal%').execute()
})

const create = async (visitor: Visitor, changes: DealBody = {}): Promise<Deal> =>
  (await visitor.call(createDeal, { body: await dealBody(server, changes) })).answer
const edit = async (visitor: Visitor, id: string, body: DealBody) =>
  (await visitor.call(editDeal, { params: { id }, body })).answer
const listed = async (visitor: Visitor, query: Record<string, unknown> = {}) =>
  (await visitor.call(listDeals, { query: { all: true, ...query } })).answer.docs.map(({ _id }) => _id)
const runJob = () => startAndEndDueDeals(server.platform)
const readListed = async (id: string) =>
  (await server.db.selectFrom('deals').select(['listed', 'due_at']).where('id', '=', id).executeTakeFirstOrThrow())
    .listed

/** Sets the server’s clock to this moment while `action` runs. */
const withClockAt = async <T>(moment: string | number, action: () => Promise<T>): Promise<T> => {
  const before = server.clock.aheadMs
  server.clock.aheadMs = new Date(moment).getTime() - Date.now()
  try {
    return await action()
  } finally {
    server.clock.aheadMs = before
  }
}
const setTimezone = async (timezone: string) => {
  const id = await server.communityId('les-tilleuls')
  await server.db.updateTable('communities').set({ timezone }).where('id', '=', id).execute()
  server.platform.bus.publish('actor.changed', { communityIds: [id] })
}
/** Calls as a visitor, because sessions expire before the dates of these tests. */
const isPublic = async (id: string) => (await server.visitor().call(getDeal, { query: { id } })).status === 200
const isInList = async (id: string, categoryId?: string) => {
  const communityId = await server.communityId('les-tilleuls')
  return (await listed(server.visitor(), { communityId, ...(categoryId && { filter: [categoryId] }) })).includes(id)
}

describe('the dates of a deal', () => {
  it.each([
    ['Europe/Paris', '2030-07-10', '2030-07-12', '2030-07-09T22:00:00Z', '2030-07-12T22:00:00Z'],
    ['Asia/Tokyo', '2030-07-10', '2030-07-10', '2030-07-09T15:00:00Z', '2030-07-10T15:00:00Z'],
    ['America/Los_Angeles', '2030-07-10', '2030-07-10', '2030-07-10T07:00:00Z', '2030-07-11T07:00:00Z'],
    // Clock changes give these days 23 and 25 hours.
    ['Europe/Paris', '2030-03-31', '2030-03-31', '2030-03-30T23:00:00Z', '2030-03-31T22:00:00Z'],
    ['Europe/Paris', '2030-10-27', '2030-10-27', '2030-10-26T22:00:00Z', '2030-10-27T23:00:00Z'],
    // On this day the clocks go forward at midnight, so the day starts at 01:00.
    ['America/Santiago', '2030-09-08', '2030-09-08', '2030-09-08T04:00:00Z', '2030-09-09T03:00:00Z'],
    ['Pacific/Kiritimati', '2030-01-01', '2030-01-01', '2029-12-31T10:00:00Z', '2030-01-01T10:00:00Z'],
  ])(
    'start and end the deal at local midnight in %s, from %s to %s',
    async (timezone, startDate, endDate, begins, ends) => {
      await setTimezone(timezone)
      const { _id, categoryId, keeping } = await create(employee, { startDate, endDate })
      await setTimezone('Europe/Paris')
      expect(keeping?.state).toBe('scheduled')
      const [from, until] = [Date.parse(begins), Date.parse(ends)]
      const seen = async (moment: number) =>
        withClockAt(moment, async () => [await isPublic(_id), await isInList(_id), await isInList(_id, categoryId)])
      const [yes, no] = [
        [true, true, true],
        [false, false, false],
      ]
      /** Margin for the time that passes during a check. */
      const WHILE_MS = 5_000
      // The same moments are checked before and after the job runs.
      expect([await seen(from - WHILE_MS), await seen(from), await seen(until - WHILE_MS), await seen(until)]).toEqual([
        no,
        yes,
        yes,
        no,
      ])
      await withClockAt(from, runJob)
      expect(await readListed(_id)).toBe(true)
      expect([await seen(from - WHILE_MS), await seen(from), await seen(until - WHILE_MS), await seen(until)]).toEqual([
        no,
        yes,
        yes,
        no,
      ])
      await withClockAt(until, runJob)
      expect(await readListed(_id)).toBe(false)
      expect(await seen(until)).toEqual(no)
      await server.db.deleteFrom('deals').where('id', '=', _id).execute()
    },
  )

  it('may be absent: the deal is shown until it is ended, and again once the end date is removed', async () => {
    const { _id } = await create(employee)
    const ended = (await employee.call(endDeal, { params: { id: _id } })).answer
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(new Date())
    expect(ended).toMatchObject({ keeping: { state: 'ended' }, endDate: today, version: 2 })
    expect([await isPublic(_id), await isInList(_id)]).toEqual([false, false])
    // Ending a deal twice changes nothing, and neither does saving an unchanged date.
    expect((await employee.call(endDeal, { params: { id: _id } })).answer.version).toBe(2)
    expect((await edit(employee, _id, { price: '5 €', endDate: today })).keeping?.state).toBe('ended')
    expect((await edit(employee, _id, { endDate: null })).keeping?.state).toBe('shown')
    expect([await isPublic(_id), await isInList(_id)]).toEqual([true, true])
  })

  it('have the start date as end date if the deal is ended before it starts', async () => {
    const { _id } = await create(employee, { startDate: '2031-01-01', endDate: '2031-02-01' })
    const ended = (await employee.call(endDeal, { params: { id: _id } })).answer
    expect(ended).toMatchObject({ keeping: { state: 'ended' }, startDate: '2031-01-01', endDate: '2031-01-01' })
    await withClockAt('2031-01-01T12:00:00Z', async () => {
      await runJob()
      expect([await isPublic(_id), await isInList(_id)]).toEqual([false, false])
    })
    expect((await edit(employee, _id, { price: '5 €' })).keeping?.state).toBe('ended')
    expect((await edit(employee, _id, { startDate: null, endDate: '2031-02-01' })).keeping?.state).toBe('shown')
  })

  it('keep an approved deal hidden until its start date', async () => {
    const { visitor } = await asPerson(server, {
      email: 'early@test.example',
      role: 'advertiser',
      community: 'les-tilleuls',
    })
    const { _id } = await create(visitor, { startDate: '2031-01-01' })
    const { answer } = await administrator.call(decideOnDeal, { params: { id: _id }, body: { approve: true } })
    expect(answer.keeping?.state).toBe('scheduled')
    expect(await isInList(_id)).toBe(false)
    expect(await withClockAt('2031-01-01T12:00:00Z', () => isInList(_id))).toBe(true)
  })

  it('are applied once per deal, however many processes run the job', async () => {
    const deals = await Promise.all([1, 2, 3, 4].map(() => create(employee, { endDate: '2031-03-01' })))
    await withClockAt('2031-03-02T12:00:00Z', () => Promise.all([runJob(), runJob(), runJob()]))
    const rows = await server.db
      .selectFrom('deals')
      .select(['version', 'listed', 'due_at'])
      .where(
        'id',
        'in',
        deals.map(({ _id }) => _id),
      )
      .execute()
    expect(rows).toEqual(Array.from({ length: 4 }, () => ({ version: 2, listed: false, due_at: null })))
  })
})
