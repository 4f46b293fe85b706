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
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { addPerson, asMembers, userIdOf } from '#server/testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let author: Visitor
let neighbor: Visitor
let authorId: string
let neighborId: string
const published: BusMessages['event.answered'][] = []

beforeAll(async () => {
  server = await openTestServer('demo')
  author = await server.as('neighbor')
  neighbor = await server.as('neighbor2')
  authorId = await userIdOf(author)
  neighborId = await userIdOf(neighbor)
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

describe('a single post', () => {
  it('is the same when read alone as in the feed, for each viewer', async () => {
    for (const visitor of [author, neighbor, await server.asGuest(), await server.as('administrator')]) {
      for (const doc of (await visitor.call(listEvents)).answer.docs.slice(0, 8))
        expect(await read(doc._id, visitor)).toEqual(doc)
    }
  })

  it('returns 404 to users whose community does not subscribe to its channels', async () => {
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

describe('answering a post', () => {
  it('is idempotent, and so is withdrawing the answer', async () => {
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

  it('accepts a body with the name of an app, or no body', async () => {
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

  it('is refused to the author of the post and to guests', async () => {
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
  ])('accepts no more answers if %s', async (_, time) => {
    const id = await event(time(), [neighborId])
    expect((await read(id, neighbor)).abilities).toMatchObject({ answer: false, chat: true })
    const other = await server.as('employee')
    const refused = await answer(id, other)
    expect([refused.status, refused.error.key]).toEqual([409, 'pastevent'])
    expect(await rows(id)).toBe(1)
    // An answer given before the event was past remains, and can be withdrawn.
    expect((await answer(id)).answer).toMatchObject({ interested: true, interestedCount: 1 })
    expect((await withdraw(id)).answer).toMatchObject({ interested: false, interestedCount: 0 })
    expect((await answer(id)).error.key).toBe('pastevent')
  })

  it.each([
    ['its time was three hours ago', () => ({ dateId: dayOf(ago(3)), timeId: '18:30', startsAt: ago(3) })],
    ['its date is still to be agreed', () => ({ dateId: DATE_TOGETHER })],
    ['it has no date', () => ({})],
  ])('still accepts answers if %s', async (_, time) => {
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

it('a post contains whether its place stands for the home of its author', async () => {
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
