import { blockUser, unblockUser } from '@parvis/contract/blocks.ts'
import {
  answerEvent,
  DATE_NOW,
  DATE_TOGETHER,
  getEvent,
  type FeedPost,
  listAnswers,
  listEvents,
  MY_PLACE,
  withdrawAnswer,
} from '@parvis/contract/feed.ts'
import { editPost } from '@parvis/contract/publish.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { addCrowd, answerAll } from '#server/testing/crowd.ts'
import { addEvent } from '#server/testing/events.ts'
import { addPerson, asMembers, asPerson, userIdOf } from '#server/testing/people.ts'
import { type LiveSockets, eventually, waitForAllFrames, openLiveSockets } from '#server/testing/live-clients.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let author: Visitor
let neighbor: Visitor
let sockets: LiveSockets
let authorId: string
let neighborId: string
/** Neighbours who have answered no post yet. */
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
const rows = async (id: string) =>
  (await server.db.selectFrom('event_answers').select('user_id').where('event_id', '=', id).execute()).length

it('live events name the answerers only to viewers who may see them', async () => {
  const [own, other] = [await sockets.open(author), await sockets.open(await server.as('advertiser'))]
  const id = await post()
  await answer(id)
  await author.call(editPost, { params: { id }, body: { description: 'Qui vient avec nous ?' } })
  const updatedAnswererIds = ({ received }: typeof own) =>
    received('event.updated').flatMap(event => (event._id === id ? [event.interestedUsersIds] : []))
  await eventually(() => updatedAnswererIds(own).at(-1), [neighborId])
  await waitForAllFrames(server, other)
  expect(updatedAnswererIds(other).flat()).toEqual([])
  for (const { socket } of [own, other]) socket.close()
})

it('live events name the latest answerers to the members of a group, and always the viewer if they answered', async () => {
  const id = await post()
  const first = await Promise.all(
    [1, 2].map(n => asPerson(server, { email: `first-${n}@test.example`, community: 'les-tilleuls' })),
  )
  for (const { visitor } of first) await answer(id, visitor)
  await sql`update event_answers set created_at = now() - interval '1 day' where event_id = ${id}`.execute(server.db)
  await answerAll(server, id, neighborIds)
  const screens = await Promise.all(first.map(({ visitor }) => sockets.open(visitor)))
  await author.call(editPost, { params: { id }, body: { description: 'Qui vient encore ?' } })
  const latest = neighborIds.slice(-49)
  for (const [at, screen] of screens.entries())
    await eventually(
      () => screen.received('event.updated').find(({ _id }) => _id === id)?.interestedUsersIds,
      [first[at]!.userId, ...latest],
    )
  await answer(id)
  for (const screen of screens)
    await eventually(
      () =>
        screen
          .received('event.interest')
          .filter(({ _id }) => _id === id)
          .at(-1)?.userId,
      neighborId,
    )
  for (const { socket } of screens) socket.close()
})

describe('a single post', () => {
  it('equals its entry in the feed, for each viewer', async () => {
    for (const visitor of [author, neighbor, await server.asGuest(), await server.as('administrator')]) {
      for (const doc of (await visitor.call(listEvents)).answer.docs.slice(0, 8))
        expect(await read(doc._id, visitor)).toEqual(doc)
    }
  })

  it('returns 404 to users whose community does not read its channels', async () => {
    await addPerson(server, { email: 'gare@test.example', password: 'parvis-demo', community: 'quartier-de-la-gare' })
    const id = await post()
    const stranger = await server.as('gare@test.example', 'quartier-de-la-gare')
    for (const reply of [
      await stranger.call(getEvent, { params: { id } }),
      await answer(id, stranger),
      await withdraw(id, stranger),
      await stranger.call(listAnswers, { params: { id } }),
    ])
      expect([reply.status, reply.error.key]).toEqual([404, 'error404'])
    expect((await neighbor.call(getEvent, { params: { id: newId() } })).error.key).toBe('error404')
    expect((await neighbor.call(getEvent, { params: { id: 'x' } })).error.key).toBe('error404')
  })
})

describe('an answer', () => {
  it('is given and withdrawn idempotently', async () => {
    const id = await post()
    const first = (await answer(id)).answer
    expect(first).toMatchObject({ _id: id, interested: true, interestedCount: 1, interestedUsersIds: [neighborId] })
    expect((await answer(id)).answer).toEqual(first)
    expect(await read(id)).toMatchObject({ interested: false, interestedCount: 1, interestedUsersIds: [neighborId] })
    const back = (await withdraw(id)).answer
    expect(back).toMatchObject({ interested: false, interestedCount: 0, interestedUsersIds: [] })
    expect((await withdraw(id)).answer).toEqual(back)
    const place = { eventId: id, communityId: first.communityId, channelIds: first.channelsIds, userId: neighborId }
    expect(published).toEqual([
      { ...place, interested: true },
      { ...place, interested: false },
    ])
  })

  it('accepts the name of an app in its body, or no body', async () => {
    const id = await post()
    expect((await neighbor.call(answerEvent, { params: { id }, body: { app: 'web' } })).status).toBe(200)
    for (const payload of ['{', '[]', '7', '{"app":7}', `{"app":"${'x'.repeat(101)}"}`]) {
      expect(
        (
          await neighbor.send({
            method: 'POST',
            url: `/events/interested/${id}`,
            payload,
            headers: { 'content-type': 'application/json' },
          })
        ).error.key,
      ).toBe('badrequest')
    }
    expect(
      (
        await neighbor.send({
          method: 'POST',
          url: `/events/interested/${id}`,
          payload: '',
          headers: { 'content-type': 'application/json' },
        })
      ).status,
    ).toBe(200)
  })

  it('is refused on one’s own post, and for guests', async () => {
    const id = await post()
    expect((await answer(id, author)).error).toEqual({ key: 'forbidden' })
    expect((await withdraw(id, author)).error).toEqual({ key: 'forbidden' })
    expect((await answer(id, await server.asGuest())).error.key).toBe('guestforbidden')
    expect([await rows(id), published]).toEqual([0, []])
  })

  it('is counted correctly under concurrent requests', async () => {
    const id = await post()
    const visitors = (await asMembers(server, 21))
      .filter(({ userId }) => userId !== authorId)
      .slice(0, 20)
      .map(({ visitor }) => visitor)
    await Promise.all(
      visitors.flatMap((visitor, at) => [
        answer(id, visitor),
        answer(id, visitor),
        ...(at % 3 === 0 ? [withdraw(id, visitor), answer(id, visitor)] : []),
      ]),
    )
    await Promise.all(visitors.map(visitor => answer(id, visitor)))
    const left = visitors.filter((_, at) => at % 2 === 0)
    await Promise.all(left.flatMap(visitor => [withdraw(id, visitor), withdraw(id, visitor)]))
    expect([await rows(id), (await read(id)).interestedCount]).toEqual([10, 10])
    expect(published.reduce((sum, { interested }) => sum + (interested ? 1 : -1), 0)).toBe(10)
  })
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

  it('are visible to nobody else if the post has no group', async () => {
    const id = await addEvent(server, { userId: authorId, group: 'like', description: 'Un grand merci' })
    await answer(id, await server.as('advertiser'))
    expect((await answer(id)).answer).toMatchObject({
      abilities: { seeAnswers: false },
      interestedCount: 2,
      interestedUsersIds: [neighborId],
    })
    expect((await neighbor.call(listAnswers, { params: { id } })).error).toEqual({ key: 'forbidden' })
  })

  it('are paginated, while an entry of the feed names the latest ones and counts all', async () => {
    const id = await post()
    await answerAll(server, id, neighborIds)
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

    // The viewer’s own answer is named even if many others answered later.
    const team = await server.as('administrator')
    const teamId = await userIdOf(team)
    const { userId, visitor: host } = await asPerson(server, {
      email: 'host-of-many@test.example',
      community: 'les-tilleuls',
    })
    const own = await addEvent(server, { userId, group: 'activity', description: 'Pour tous' })
    await answer(own, team)
    await sql`update event_answers set created_at = now() - interval '1 day' where event_id = ${own}`.execute(server.db)
    await answerAll(server, own, neighborIds)
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

  it('may belong to another community of the organisation', async () => {
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

describe('an event with a date', () => {
  const HOUR_MS = 3_600_000
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
  const dayOf = (date: Date) => date.toISOString().slice(0, 10)
  const event = (time: Partial<Parameters<typeof addEvent>[1]>, answeredBy: string[] = []) =>
    addEvent(server, {
      userId: authorId,
      group: 'activity',
      title: 'Apéro',
      answeredBy,
      publishedAt: ago(100),
      ...time,
    })

  it.each([
    ['its time was five hours ago', () => ({ dateId: dayOf(ago(5)), timeId: '18:30', startsAt: ago(5) })],
    ['its day was the day before yesterday', () => ({ dateId: dayOf(ago(48)) })],
    ['its "now" was five hours ago', () => ({ dateId: DATE_NOW, publishedAt: ago(5) })],
  ])('accepts no more answers: %s', async (_, time) => {
    const id = await event(time(), [neighborId])
    expect((await read(id, neighbor)).abilities).toMatchObject({ answer: false, chat: true })
    const other = await server.as('employee')
    const refused = await answer(id, other)
    expect([refused.status, refused.error.key]).toEqual([409, 'pastevent'])
    expect(await rows(id)).toBe(1)
    // An answer given before the event was past stays, and can be withdrawn.
    expect((await answer(id)).answer).toMatchObject({ interested: true, interestedCount: 1 })
    expect((await withdraw(id)).answer).toMatchObject({ interested: false, interestedCount: 0 })
    expect((await answer(id)).error.key).toBe('pastevent')
  })

  it.each([
    ['its time was three hours ago', () => ({ dateId: dayOf(ago(3)), timeId: '18:30', startsAt: ago(3) })],
    ['its date is still to be agreed', () => ({ dateId: DATE_TOGETHER })],
    ['it has no date', () => ({})],
  ])('still accepts answers: %s', async (_, time) => {
    expect((await answer(await event(time()))).answer).toMatchObject({ interested: true, abilities: { answer: true } })
  })

  it('stops accepting answers when its time passes, without a restart of the server', async () => {
    const id = await event({ dateId: DATE_NOW, publishedAt: ago(3.9) })
    expect((await read(id, neighbor)).abilities.answer).toBe(true)
    server.clock.aheadMs = HOUR_MS
    try {
      expect((await answer(id)).error.key).toBe('pastevent')
    } finally {
      server.clock.aheadMs = 0
    }
  })
})

it("a post tells whether its place stands for the author's own", async () => {
  const places = await server.db
    .selectFrom('places')
    .select(['id', 'name'])
    .where('community_id', '=', await server.communityId('les-tilleuls'))
    .execute()
  const placeOf = async (name: string) =>
    (
      await read(
        await addEvent(server, {
          userId: authorId,
          title: 'Où',
          placeId: places.find(place => place.name === name)!.id,
        }),
      )
    ).place
  expect(await placeOf(MY_PLACE)).toMatchObject({ name: MY_PLACE, atAuthor: true })
  expect(await placeOf(places.find(({ name }) => name !== MY_PLACE)!.name!)).toMatchObject({ atAuthor: false })
})
