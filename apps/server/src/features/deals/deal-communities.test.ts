import { type Deal, listDeals, getDeal } from '@parvis/contract/deals.ts'
import { changeInformation, type InformationBody } from '@parvis/contract/information.ts'
import { createDeal, type DealBody, decideOnDeal, editDeal, endDeal, removeDeal } from '@parvis/contract/write-deals.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { dealBody } from '#server/testing/deals.ts'
import { asPerson } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, openLiveServer, type LiveClient } from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import { startAndEndDueDeals, refreshChangedCommunities } from './deal-days.service.ts'

let server: TestServer
let sockets: LiveSockets
let employee: Visitor
let administrator: Visitor
let neighbor: Visitor
beforeAll(async () => {
  ;({ server, sockets } = await openLiveServer({ zone: 'Europe/Paris' }))
  // These tests move the clock back and forth, so the job runs only when they call it.
  await sql`delete from pgboss.schedule where name = 'deals.days'`.execute(server.db)
  ;[employee, administrator, neighbor] = await Promise.all([
    server.as('employee'),
    server.as('administrator'),
    server.as('neighbor'),
  ])
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

describe('the communities of a deal', () => {
  let near: string
  let far: string
  /** Adds communities about 8 and 12 km north of the deals. */
  beforeAll(async () => {
    const addCommunity = async (uri: string, latitude: number | null, changes: object = {}) => {
      const id = newId()
      await server.db
        .insertInto('communities')
        .values({
          id,
          name: uri,
          custom_uri: uri,
          community_type: 'Neighborhood',
          longitude: latitude && 6.1286,
          latitude,
          is_private: true,
          ...changes,
        } as never)
        .execute()
      return id
    }
    near = await addCommunity('au-nord', 45.8987 + 8 / 111.2)
    far = await addCommunity('plus-au-nord', 45.8987 + 12 / 111.2)
    await addCommunity('sans-bons-plans', 45.9, { gooddeal: false })
    await addCommunity('sans-place', null)
    await refreshChangedCommunities(server.platform)
  })
  const communitiesOf = async (id: string) =>
    (
      await server.db
        .selectFrom('community_deals as s')
        .innerJoin('communities as c', 'c.id', 's.community_id')
        .select('c.custom_uri')
        .where('s.deal_id', '=', id)
        .where('s.listed', '=', true)
        .where('c.custom_uri', 'in', ['les-tilleuls', 'au-nord', 'plus-au-nord', 'sans-bons-plans', 'sans-place'])
        .orderBy('c.custom_uri')
        .execute()
    ).map(({ custom_uri }) => custom_uri)

  it('are its own and all within ten kilometres that have deals enabled, including private ones', async () => {
    const { _id } = await create(employee)
    expect(await communitiesOf(_id)).toEqual(['au-nord', 'les-tilleuls'])
    await edit(employee, _id, { nearby: false })
    expect(await communitiesOf(_id)).toEqual(['les-tilleuls'])
    await edit(employee, _id, { nearby: true, loc: { type: 'Point', coordinates: [6.1286, 45.8987 + 15 / 111.2] } })
    expect(await communitiesOf(_id)).toEqual(['au-nord', 'les-tilleuls', 'plus-au-nord'])
    await edit(employee, _id, { loc: { type: 'Point', coordinates: [20, 50] } })
    expect(await communitiesOf(_id)).toEqual(['les-tilleuls'])
  })

  it('let their members read the deal and publish a post from it, but not manage it', async () => {
    const { visitor } = await asPerson(server, {
      email: 'north@test.example',
      role: 'administrator',
      community: 'au-nord',
    })
    const { _id } = await create(employee)
    expect(await listed(visitor)).toContain(_id)
    const read = (await visitor.call(getDeal, { query: { id: _id } })).answer
    expect(read).toMatchObject({ keeping: null, abilities: { edit: false, publish: true, drawMap: false } })
    expect(read.community?.customUri).toBe('au-nord')
  })

  it('are updated when a community moves, or has deals switched on or off', async () => {
    const { _id } = await create(employee)
    await server.db.updateTable('communities').set({ latitude: 45.9 }).where('id', '=', far).execute()
    await server.db.updateTable('communities').set({ gooddeal: false }).where('id', '=', near).execute()
    await refreshChangedCommunities(server.platform)
    expect(await communitiesOf(_id)).toEqual(['les-tilleuls', 'plus-au-nord'])
    await server.db.updateTable('communities').set({ latitude: 46.9 }).where('id', '=', far).execute()
    await server.db.updateTable('communities').set({ gooddeal: true }).where('id', '=', near).execute()
    await Promise.all([refreshChangedCommunities(server.platform), refreshChangedCommunities(server.platform)])
    expect(await communitiesOf(_id)).toEqual(['au-nord', 'les-tilleuls'])
    const home = await server.communityId('les-tilleuls')
    await server.db.updateTable('communities').set({ gooddeal: false }).where('id', '=', home).execute()
    await refreshChangedCommunities(server.platform)
    expect(await communitiesOf(_id)).toEqual([])
    await server.db.updateTable('communities').set({ gooddeal: true }).where('id', '=', home).execute()
    await refreshChangedCommunities(server.platform)
    expect(await communitiesOf(_id)).toEqual(['au-nord', 'les-tilleuls'])
  })
})

it('a community shows all deals again when deals are switched back on, and those near its new position', async () => {
  const { _id } = await create(employee)
  const home = await server.communityId('les-tilleuls')
  const change = (body: InformationBody) => administrator.call(changeInformation, { body })
  const before = await listed(neighbor)
  expect(before).toContain(_id)
  await change({ gooddeal: false })
  expect(await readListed(_id)).toBe(false)
  await refreshChangedCommunities(server.platform)
  await change({ gooddeal: true })
  expect(await listed(neighbor)).toEqual(before)
  // A deal of a nearby community is no longer shown to a community that has moved away.
  const { longitude, latitude } = await server.db
    .selectFrom('communities')
    .select(['longitude', 'latitude'])
    .where('id', '=', home)
    .executeTakeFirstOrThrow()
  const other = await asPerson(server, {
    email: 'gare@test.example',
    role: 'employee',
    community: 'quartier-de-la-gare',
  })
  const theirs = await create(other.visitor, {
    nearby: true,
    loc: { type: 'Point', coordinates: [longitude!, latitude!] },
  })
  expect(await listed(neighbor)).toContain(theirs._id)
  await change({ loc: { type: 'Point', coordinates: [longitude! + 3, latitude!] } })
  expect(await listed(neighbor)).not.toContain(theirs._id)
  await change({ loc: { type: 'Point', coordinates: [longitude!, latitude!] } })
  expect(await listed(neighbor)).toContain(theirs._id)
})

describe('open screens', () => {
  const dealEvents = ({ frames }: LiveClient, id: string) =>
    frames.flatMap(frame => {
      const data = 'data' in frame ? (frame.data as { _id?: string; version?: number; keeping?: Deal['keeping'] }) : {}
      return frame.event.startsWith('ad.') && data._id === id
        ? [[frame.event.slice(3), data.version ?? 0, data.keeping?.state ?? null]]
        : []
    })

  it('receive ad.created, ad.updated and ad.deleted according to what each viewer may see of the deal', async () => {
    const { visitor } = await asPerson(server, {
      email: 'live@test.example',
      role: 'advertiser',
      community: 'les-tilleuls',
    })
    const north = await asPerson(server, { email: 'live-north@test.example', community: 'au-nord' })
    const guest = await server.asGuest()
    const [author, administratorScreen, reader, guestScreen, elsewhere] = await Promise.all(
      [visitor, administrator, neighbor, guest, north.visitor].map(who => sockets.open(who)),
    )
    const screens = [author!, administratorScreen!, reader!, guestScreen!, elsewhere!]
    const { _id } = await create(visitor)
    await expectEventually(() => dealEvents(administratorScreen!, _id), [['created', 1, 'waiting']])
    // A live event contains the deal as it is at the time of sending, so the changes are made one after the other.
    const inTurn = [
      () => edit(visitor, _id, { price: '5 €' }),
      () => administrator.call(decideOnDeal, { params: { id: _id }, body: { approve: true } }),
      () => edit(visitor, _id, { price: '6 €' }),
      () => edit(visitor, _id, { nearby: false }),
      () => visitor.call(endDeal, { params: { id: _id } }),
      () => edit(visitor, _id, { endDate: null }),
      () => visitor.call(removeDeal, { params: { id: _id } }),
    ]
    for (const change of inTurn) {
      await change()
      await server.settled()
    }
    const managerEvents = [
      ['created', 1, 'waiting'],
      ['updated', 2, 'waiting'],
      ['created', 3, 'shown'],
      ['updated', 4, 'shown'],
      ['updated', 5, 'shown'],
      ['updated', 6, 'ended'],
      ['created', 7, 'shown'],
      ['deleted', 0, null],
    ]
    const memberEvents = [
      ['created', 3, null],
      ['updated', 4, null],
      ['updated', 5, null],
      ['deleted', 0, null],
      ['created', 7, null],
      ['deleted', 0, null],
    ]
    const nearbyEvents = [
      ['created', 3, null],
      ['updated', 4, null],
      ['deleted', 0, null],
    ]
    await Promise.all(
      screens.map((screen, index) =>
        expectEventually(
          () => dealEvents(screen, _id),
          index < 2 ? managerEvents : index < 4 ? memberEvents : nearbyEvents,
        ),
      ),
    )
    for (const { socket } of screens) socket.close()
  })

  it('receive ad.created on the first day of a deal and ad.deleted after its last day', async () => {
    const advertiser = await server.as('advertiser')
    const [screen, author] = [await sockets.open(neighbor), await sockets.open(advertiser)]
    const tomorrow = new Date(Date.now() + 30 * 3_600_000)
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(tomorrow)
    const { _id } = await create(advertiser, { startDate: day, endDate: day })
    // The creation is published before the clock of the server is moved.
    await expectEventually(() => dealEvents(author, _id).length, 1)
    await withClockAt(Date.now() + 30 * 3_600_000, async () => {
      await runJob()
      await expectEventually(() => dealEvents(screen, _id), [['created', 2, null]])
    })
    await withClockAt(Date.now() + 60 * 3_600_000, async () => {
      await runJob()
      await expectEventually(() => dealEvents(screen, _id).length, 2)
    })
    expect(dealEvents(screen, _id)[1]).toEqual(['deleted', 0, null])
    expect(dealEvents(author, _id).map(([event, version]) => [event, version])).toEqual([
      ['created', 1],
      ['created', 2],
      ['updated', 3],
    ])
    for (const { socket } of [screen, author]) socket.close()
  })
})

it('concurrent changes, jobs and community updates do not deadlock', async () => {
  const deals = await Promise.all([1, 2, 3, 4, 5, 6].map(() => create(employee, { endDate: '2031-05-01' })))
  await server.db.deleteFrom('deal_reaches').execute()
  // Makes all deals due at once.
  await server.db
    .updateTable('deals')
    .set({ due_at: new Date(0) })
    .where('listed', '=', true)
    .execute()
  const changes = deals.map(({ _id }) =>
    employee.call(editDeal, { params: { id: _id }, body: { nearby: false, price: '5 €' } }),
  )
  const refreshes = [1, 2].map(() => refreshChangedCommunities(server.platform))
  await Promise.all([...refreshes, runJob(), runJob()])
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(deals.map(() => 200))
})
