// A surface is an API call that could show one user to another. A block must hide both users on all of them.
import { blockUser, listBlocked } from '@parvis/contract/blocks.ts'
import { getEvent } from '@parvis/contract/feed.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addReverseBlock } from '#server/testing/blocks.ts'
import { isLong } from '#server/testing/long.ts'
import { userIdOf } from '#server/testing/people.ts'
import { type TestServer, openTestServer } from '#server/testing/test-server.ts'
import { listAllNeighbors } from '#server/testing/neighbors.ts'
import {
  addAdult,
  uploadPicture,
  block,
  createPairOfViews,
  type Person,
  surfaces,
  unblock,
  visibleSurfacesOf,
} from '#server/testing/block-surfaces.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo', { pauseDivisor: 20 })
})
afterAll(() => server.close())

const person = (community?: string) => addAdult(server, community)

describe('a block', () => {
  it('hides each user from the other on every surface, until the block is removed', async () => {
    const [mine, theirs] = await createPairOfViews(server)
    const everywhere = Object.keys(surfaces)
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([everywhere, everywhere])
    expect((await block(mine.viewer, mine.other)).answer).toMatchObject({ _id: mine.other.userId, blocked: true })
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([[], []])
    // Team members still see both users.
    const staff = await server.as('administrator')
    for (const { trace } of [mine, theirs])
      expect((await staff.call(getEvent, { params: { id: trace.post } })).status).toBe(200)
    await unblock(mine.viewer, mine.other)
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([everywhere, everywhere])
  })

  it.runIf(isLong)('whose row is deleted in the database hides neither user on any surface', async () => {
    const [mine, theirs] = await createPairOfViews(server)
    await block(mine.viewer, mine.other)
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([[], []])
    await server.db.deleteFrom('user_blocks').where('user_id', '=', mine.viewer.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [mine.viewer.userId, mine.other.userId] })
    expect([await visibleSurfacesOf(mine), await visibleSurfacesOf(theirs)]).toEqual([
      Object.keys(surfaces),
      Object.keys(surfaces),
    ])
  })

  it('by both users stays in force until both have removed it', async () => {
    const [a, b] = [await person(), await person()]
    await block(a, b)
    await addReverseBlock(server, b, a)
    await unblock(a, b)
    const neighbors = async ({ visitor }: Person) => (await listAllNeighbors(visitor)).map(({ _id }) => _id)
    expect(await neighbors(a)).not.toContain(b.userId)
    expect((await b.visitor.call(listBlocked)).answer.map(({ _id }) => _id)).toEqual([a.userId])
    expect((await a.visitor.call(listBlocked)).answer).toEqual([])
    await unblock(b, a)
    expect(await neighbors(a)).toContain(b.userId)
  })

  it('removed by one user leaves other users’ blocks of the same person in force', async () => {
    const [a, b, other] = [await person(), await person(), await person()]
    await block(a, other)
    await block(b, other)
    await unblock(a, other)
    expect((await b.visitor.call(listBlocked)).answer.map(({ _id }) => _id)).toEqual([other.userId])
  })

  it('is idempotent, and so is its removal; blocking oneself or an unknown user is refused', async () => {
    const [a, b] = [await person(), await person()]
    const statuses = [await block(a, b), await block(a, b), await unblock(a, b), await unblock(a, b)].map(
      one => one.status,
    )
    expect(statuses).toEqual([200, 200, 200, 200])
    expect((await a.visitor.call(blockUser, { params: { id: a.userId } })).error.key).toBe('forbidden')
    expect((await a.visitor.call(blockUser, { params: { id: newId() } })).error.key).toBe('error404')
    const stranger = await person('quartier-de-la-gare')
    expect((await block(a, stranger)).error.key).toBe('error404')
  })

  it('is refused with 404 if the other user has blocked the blocker or is not an approved member', async () => {
    const [a, b] = [await person(), await person()]
    await block(a, b)
    await server.db.updateTable('users').set({ firstname: 'Nouveau' }).where('id', '=', a.userId).execute()
    const refused = { key: 'error404' }
    for (const reply of [await block(b, a), await unblock(b, a)]) expect(reply.error).toMatchObject(refused)
    const outsider = await person()
    for (const out of [{ disabled_at: new Date() }, { disabled_at: null, enabled_at: null }]) {
      await server.db.updateTable('users').set(out).where('id', '=', outsider.userId).execute()
      for (const reply of [await block(b, outsider), await unblock(b, outsider)])
        expect(reply.error).toMatchObject(refused)
    }
    // Viewers see only the name of users whom they have blocked.
    const photoId = (await uploadPicture(b)).split('/')[2]!
    const home = server.db.updateTable('users').set({ building: 'Z', photo_id: photoId })
    await home.where('id', '=', b.userId).execute()
    const [listed] = (await a.visitor.call(listBlocked)).answer
    expect(listed).toMatchObject({ _id: b.userId, building: null, photoUri: null })
    expect((await unblock(a, b)).answer).toMatchObject({ _id: b.userId, building: null })
  })

  it('has no effect once one of the two joins the team', async () => {
    const [a, b] = [await person(), await person()]
    await block(a, b)
    await server.db.updateTable('users').set({ role: 'employee' }).where('id', '=', b.userId).execute()
    server.platform.bus.publish('actor.changed', { userIds: [a.userId, b.userId] })
    const neighbors = (await listAllNeighbors(a.visitor)).map(({ _id }) => _id)
    expect(neighbors).toContain(b.userId)
  })

  it('is refused with 429 after 30 blocks and removals in a minute', async () => {
    const [a, b] = [await person(), await person()]
    const statuses: number[] = []
    for (let at = 0; at < 16; at++) statuses.push((await block(a, b)).status, (await unblock(a, b)).status)
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
    expect(statuses.at(-2)).toBe(429)
  })
})

it('the list of blocked users shows names only, the latest block first', async () => {
  const [a, b, c] = [await person(), await person(), await person()]
  await block(a, b)
  await block(a, c)
  const { answer } = await a.visitor.call(listBlocked)
  expect(answer.map(({ _id, photoUri }) => [_id, photoUri])).toEqual([
    [c.userId, null],
    [b.userId, null],
  ])
  expect(await userIdOf(a.visitor)).toBe(a.userId)
})
