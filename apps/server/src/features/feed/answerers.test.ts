import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import { answerEvent, getEvent, type FeedPost, listAnswers, listEvents, withdrawAnswer } from '@parvis/contract/feed.ts'
import { editPost } from '@parvis/contract/publish.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { addCrowd, addAnswers } from '#server/testing/crowd.ts'
import { addEvent } from '#server/testing/events.ts'
import { addPerson, asPerson, userIdOf } from '#server/testing/people.ts'
import { type LiveSockets, expectEventually, waitForAllFrames, openLiveSockets } from '#server/testing/live-clients.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let author: Visitor
let neighbor: Visitor
let sockets: LiveSockets
let authorId: string
let neighborId: string
/** Neighbours who have answered no post at the start of a test; a test that uses them adds answers to its own post. */
let neighborIds: string[]
const published: BusMessages['event.answered'][] = []

beforeAll(async () => {
  server = await openTestServer('demo')
  author = await server.as('neighbor')
  neighbor = await server.as('neighbor2')
  authorId = await userIdOf(author)
  neighborId = await userIdOf(neighbor)
  ;({ neighborIds } = await addCrowd(server, 'les-tilleuls', { neighbors: 120 }))
  sockets = await openLiveSockets(server)
  server.platform.bus.subscribe('event.answered', message => published.push(message))
})
beforeEach(() => {
  published.length = 0
})
afterAll(() => server.close())

const post = (community?: string) =>
  addEvent(server, { userId: authorId, description: 'Qui vient ?', ...(community && { community }) })
const answer = (id: string, visitor = neighbor) => visitor.call(answerEvent, { params: { id } })
const withdraw = (id: string, visitor = neighbor) => visitor.call(withdrawAnswer, { params: { id } })
const read = async (id: string, visitor = author): Promise<FeedPost> =>
  (await visitor.call(getEvent, { params: { id } })).answer

it('live events name the answerers only to viewers who may see them', async () => {
  const [own, other] = [await sockets.open(author), await sockets.open(await server.as('advertiser'))]
  const id = await post()
  await answer(id)
  await author.call(editPost, { params: { id }, body: { description: 'Qui vient avec nous ?' } })
  const updatedAnswererIds = ({ received }: typeof own) =>
    received('event.updated').flatMap(event => (event._id === id ? [event.interestedUsersIds] : []))
  await expectEventually(() => updatedAnswererIds(own).at(-1), [neighborId])
  await waitForAllFrames(server, other)
  expect(updatedAnswererIds(other).flat()).toEqual([])
  for (const { socket } of [own, other]) socket.close()
})

it('live events name the latest answerers to each member of a group, and the receiving member even after many later answers', async () => {
  const id = await post()
  const first = await Promise.all(
    [1, 2].map(n => asPerson(server, { email: `first-${n}@test.example`, community: 'les-tilleuls' })),
  )
  for (const { visitor } of first) await answer(id, visitor)
  await sql`update event_answers set created_at = now() - interval '1 day' where event_id = ${id}`.execute(server.db)
  await addAnswers(server, id, neighborIds)
  const screens = await Promise.all(first.map(({ visitor }) => sockets.open(visitor)))
  await author.call(editPost, { params: { id }, body: { description: 'Qui vient encore ?' } })
  const latest = neighborIds.slice(-49)
  for (const [at, screen] of screens.entries())
    await expectEventually(
      () => screen.received('event.updated').find(({ _id }) => _id === id)?.interestedUsersIds,
      [first[at]!.userId, ...latest],
    )
  await answer(id)
  for (const screen of screens)
    await expectEventually(
      () =>
        screen
          .received('event.interest')
          .filter(({ _id }) => _id === id)
          .at(-1)?.userId,
      neighborId,
    )
  for (const { socket } of screens) socket.close()
})

describe('the answerers', () => {
  it('are visible to the author and the team, the earliest answer first', async () => {
    const id = await post()
    await answer(id)
    await answer(id, await server.as('employee'))
    const { answer: seen } = await author.call(listAnswers, { params: { id } })
    expect(seen).toEqual({
      ...(await read(id)),
      page: 1,
      hasNextPage: false,
      nextPage: null,
      cursor: null,
      interestedUsers: [expect.objectContaining({ _id: neighborId }), expect.objectContaining({ role: 'employee' })],
    })
    expect(seen.interestedUsers.every(user => !('online' in user))).toBe(true)
    server.platform.presence.markOnline(neighborId, await server.communityId('les-tilleuls'))
    expect(
      (await (await server.as('administrator')).call(listAnswers, { params: { id } })).answer.interestedUsers.map(
        ({ online }) => online,
      ),
    ).toEqual([true, false])
    const reader = await server.as('advertiser')
    expect((await reader.call(listAnswers, { params: { id } })).error).toEqual({ key: 'forbidden' })
    expect((await (await server.asGuest()).call(listAnswers, { params: { id } })).error.key).toBe('guestforbidden')
  })

  it('are visible to the members of the group, until they leave the group', async () => {
    const id = await post()
    const { userId: otherId, visitor: other } = await asPerson(server, {
      email: 'other-answerer@test.example',
      community: 'les-tilleuls',
    })
    const listed = async (visitor: Visitor) => {
      const { docs } = (await visitor.call(listEvents)).answer
      const { abilities, interestedUsersIds } = docs.find(({ _id }) => _id === id)!
      return [abilities.seeAnswers, interestedUsersIds]
    }
    const names = async (visitor: Visitor) => {
      const reply = await visitor.call(listAnswers, { params: { id } })
      return reply.status === 200 ? reply.answer.interestedUsers.map(({ _id }) => _id) : reply.error.key
    }
    await answer(id, other)
    expect([await listed(neighbor), await names(neighbor)]).toEqual([[false, []], 'forbidden'])
    const joined = (await answer(id)).answer
    expect(joined).toMatchObject({ abilities: { seeAnswers: true }, interestedUsersIds: [otherId, neighborId] })
    expect(await read(id, neighbor)).toEqual(joined)
    expect(await listed(neighbor)).toEqual([true, [otherId, neighborId]])
    expect(await names(neighbor)).toEqual([otherId, neighborId])
    await neighbor.call(blockUser, { params: { id: otherId } })
    expect([await listed(neighbor), await names(neighbor)]).toEqual([[true, [neighborId]], [neighborId]])
    await neighbor.call(unblockUser, { params: { id: otherId } })
    const left = (await withdraw(id)).answer
    expect(left).toMatchObject({ abilities: { seeAnswers: false }, interestedUsersIds: [], interestedCount: 1 })
    expect([await listed(neighbor), await names(neighbor)]).toEqual([[false, []], 'forbidden'])
  })

  it('are visible only to the author and the team if the post has no group', async () => {
    const id = await addEvent(server, { userId: authorId, group: 'like', description: 'Un grand merci' })
    await answer(id, await server.as('advertiser'))
    expect((await answer(id)).answer).toMatchObject({
      abilities: { seeAnswers: false },
      interestedCount: 2,
      interestedUsersIds: [neighborId],
    })
    expect((await neighbor.call(listAnswers, { params: { id } })).error).toEqual({ key: 'forbidden' })
  })

  it('are paginated, while the post in the feed names the latest fifty and counts all', async () => {
    const id = await post()
    await addAnswers(server, id, neighborIds)
    const card = async (visitor: Visitor) => {
      const { docs } = (await visitor.call(listEvents)).answer
      return docs.find(({ _id }) => _id === id)!
    }
    expect(await card(author)).toMatchObject({ interestedCount: 120, interestedUsersIds: neighborIds.slice(-50) })
    const pages: string[][] = []
    let query: { page?: number; cursor?: string } = {}
    for (;;) {
      const { interestedUsers, nextPage, cursor } = (await author.call(listAnswers, { params: { id }, query })).answer
      pages.push(interestedUsers.map(({ _id }) => _id))
      if (nextPage === null || cursor === null) break
      // An answer given between two pages is appended to the last page.
      if (pages.length === 1) await answer(id)
      query = { page: nextPage, cursor }
    }
    expect(pages.map(ids => ids.length)).toEqual([50, 50, 21])
    expect(pages.flat()).toEqual([...neighborIds, neighborId])
    expect((await author.call(listAnswers, { params: { id }, query: { page: 3 } })).answer.interestedUsers.length).toBe(
      21,
    )
    for (const cursor of ['x', `${query.cursor!.slice(0, -4)}zzzz`])
      expect((await author.call(listAnswers, { params: { id }, query: { cursor } })).status).toBe(400)

    // The viewer’s own answer is named even if more than fifty others answered later.
    const team = await server.as('administrator')
    const teamId = await userIdOf(team)
    const { userId, visitor: host } = await asPerson(server, {
      email: 'host-of-many@test.example',
      community: 'les-tilleuls',
    })
    const own = await addEvent(server, { userId, group: 'activity', description: 'Pour tous' })
    await answer(own, team)
    await sql`update event_answers set created_at = now() - interval '1 day' where event_id = ${own}`.execute(server.db)
    await addAnswers(server, own, neighborIds)
    expect((await read(own, team)).interestedUsersIds).toEqual([teamId, ...neighborIds.slice(-49)])

    // Users whom the viewer has blocked are neither named nor counted.
    await host.call(blockUser, { params: { id: neighborIds.at(-1)! } })
    expect(await read(own, host)).toMatchObject({
      interestedCount: 120,
      interestedUsersIds: neighborIds.slice(-51, -1),
    })
    const { answer: listed } = await host.call(listAnswers, { params: { id: own }, query: { page: 3 } })
    expect(listed.interestedUsers.map(({ _id }) => _id)).toEqual(neighborIds.slice(99, -1))
  })

  it('may be members of another community of the organisation', async () => {
    const { userId } = await addPerson(server, {
      email: 'host@test.example',
      password: 'parvis-demo',
      community: 'camping-des-pins',
    })
    await addPerson(server, { email: 'lake@test.example', password: 'parvis-demo', community: 'residence-du-lac' })
    const id = await addEvent(server, {
      userId,
      community: 'camping-des-pins',
      channels: ['OrganizationEventChannel'],
      description: 'Pour tous',
    })
    expect((await answer(id, await server.as('lake@test.example', 'residence-du-lac'))).answer).toMatchObject({
      interested: true,
      interestedCount: 1,
    })
    const { answer: seen } = await (
      await server.as('host@test.example', 'camping-des-pins')
    ).call(listAnswers, { params: { id } })
    expect(seen.interestedUsers.map(({ pseudo }) => pseudo)).toEqual(['lake'])
  })
})
