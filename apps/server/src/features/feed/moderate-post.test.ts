import { FLAGS_PER_DAY, flagEvent, getEvent, type FeedPost, listEvents, removeEvent } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { multipartOf } from '#server/testing/multipart.ts'
import { addPerson, userIdOf } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let author: Visitor
let neighbor: Visitor
let authorId: string
let neighborId: string
const removed: string[] = []

beforeAll(async () => {
  server = await openTestServer('demo')
  author = await server.as('neighbor')
  neighbor = await server.as('neighbor2')
  authorId = await userIdOf(author)
  neighborId = await userIdOf(neighbor)
  server.platform.bus.subscribe('event.deleted', ({ eventId }) => removed.push(eventId))
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
  removed.length = 0
})
afterAll(() => server.close())

const remove = (id: string, visitor = author) => visitor.call(removeEvent, { params: { id } })
const flag = (id: string, visitor = neighbor, reason?: string) =>
  visitor.call(flagEvent, { params: { id }, ...(reason !== undefined && { body: { reason } }) })
const post = (description = 'Bonjour') => addEvent(server, { userId: authorId, description, answeredBy: [neighborId] })
const flags = (id: string) => server.db.selectFrom('event_flags').selectAll().where('event_id', '=', id).execute()
const auditActs = (id: string) =>
  server.db.selectFrom('audit_log').select(['act', 'user_id']).where('subject_id', '=', id).execute()
const outsider = async () => {
  const email = `${newId().slice(-8)}@test.example`
  await addPerson(server, { email, password: 'parvis-demo', role: 'administrator', community: 'quartier-de-la-gare' })
  return server.as(email, 'quartier-de-la-gare')
}

describe('removing a post', () => {
  it('deletes the post with its answers and channel rows', async () => {
    const id = await post()
    const before = (await author.call(listEvents)).answer.docs
    expect((await remove(id)).answer).toEqual({ _id: id })
    for (const table of ['event_answers', 'event_channels'] as const)
      expect(await server.db.selectFrom(table).select('event_id').where('event_id', '=', id).execute()).toEqual([])
    expect((await author.call(getEvent, { params: { id } })).error.key).toBe('error404')
    expect((await author.call(listEvents)).answer.docs.slice(0, 19)).toEqual(before.filter(({ _id }) => _id !== id))
    expect([(await remove(id)).error.key, removed, await auditActs(id)]).toEqual(['error404', [id], []])
  })

  it('is allowed to the author, administrators and webmasters, and is audited unless the author removes the post', async () => {
    const [one, two, three] = [await post(), await post(), await post()]
    for (const visitor of [neighbor, await server.as('employee'), await server.as('advertiser')])
      expect((await remove(one, visitor)).error).toEqual({ key: 'forbidden' })
    expect((await remove(one, await server.asGuest())).error.key).toBe('guestforbidden')
    expect((await remove(one, await outsider())).error.key).toBe('error404')
    expect(removed).toEqual([])
    const administrator = await server.as('administrator')
    expect([
      (await remove(two, administrator)).status,
      (await remove(three, await server.as('webmaster'))).status,
    ]).toEqual([200, 200])
    expect(await auditActs(two)).toEqual([{ act: 'post.removed', user_id: await userIdOf(administrator) }])
  })

  it('deletes its picture, unless another post uses the picture', async () => {
    const photo = await plainPicture().png().toBuffer()
    const first = (await author.send({ method: 'POST', url: '/events/publish', ...multipartOf([['files', photo]]) }))
      .answer as FeedPost
    const { uri } = first.photo!
    const second = (await author.call(publishPost, { body: { photoUri: uri } })).answer
    const fetched = async () => [
      (await author.send({ method: 'GET', url: `${uri}/full` })).status,
      (await server.platform.storage.get(`${uri.slice('/media/'.length)}/full`)) !== null,
    ]
    await remove(first._id)
    expect(await fetched()).toEqual([200, true])
    await remove(second._id)
    expect(await fetched()).toEqual([404, false])
  })

  it('succeeds once for concurrent requests', async () => {
    const id = await post()
    const replies = await Promise.all([remove(id), remove(id), remove(id)])
    expect([
      replies.filter(({ status }) => status === 200).length,
      replies.filter(({ status }) => status === 404).length,
      removed,
    ]).toEqual([1, 2, [id]])
  })
})

describe('flagging a post', () => {
  it('stores the reason and a snapshot of the post', async () => {
    const id = await post('Annonce douteuse')
    expect((await flag(id, neighbor, '  Arnaque ')).answer).toEqual({ _id: id })
    const [row] = await flags(id)
    expect(row).toMatchObject({
      reporter_id: neighborId,
      reason: 'Arnaque',
      snapshot: { description: 'Annonce douteuse', user_id: authorId, group_id: 'post' },
    })
    await remove(id)
    expect([(await flags(id)).length, await auditActs(id)]).toEqual([1, [{ act: 'post.flagged', user_id: neighborId }]])
  })

  it('stores one flag a day per member, with or without a reason, and does not reveal the reporter to the author', async () => {
    const id = await post()
    const replies = await Promise.all([flag(id), flag(id), flag(id, neighbor, ' '), flag(id)])
    expect([replies.map(({ status }) => status), (await flags(id)).map(({ reason }) => reason)]).toEqual([
      [200, 200, 200, 200],
      [null],
    ])
    expect(
      JSON.stringify((await author.call(getEvent, { params: { id } })).answer).match(new RegExp(neighborId, 'g'))
        ?.length,
    ).toBe(1) // The neighbour is named only as an answerer.
    await flag(id, await server.as('employee'))
    expect((await flags(id)).length).toBe(2)
    server.clock.aheadMs += DAY_MS + 1000
    const later = await server.as('neighbor2')
    expect([(await flag(id, later)).status, (await flags(id)).length]).toEqual([200, 3])
    server.clock.aheadMs = 0
  })

  it('is refused on one’s own or an invisible post, for guests, and with a reason that is too long', async () => {
    const id = await post()
    expect((await flag(id, author)).error).toEqual({ key: 'forbidden' })
    expect((await flag(id, await server.asGuest())).error.key).toBe('guestforbidden')
    expect((await flag(id, await outsider())).error.key).toBe('error404')
    expect((await flag(id, neighbor, 'x'.repeat(501))).error.key).toBe('badrequest')
    expect((await flag(newId())).error.key).toBe('error404')
    expect(await flags(id)).toEqual([])
  })

  it('is limited per day; a repeated flag of the same post does not count', async () => {
    const first = await post()
    for (let times = 0; times < 3; times++) await flag(first)
    await server.db
      .updateTable('attempts')
      .set({ at: sql`at || array_fill(clock_timestamp(), array[${FLAGS_PER_DAY - 2}::int])` })
      .where('bucket', '=', `flag ${neighborId}`)
      .execute()
    expect((await flag(await post())).status).toBe(200)
    const { status, error } = await flag(await post())
    expect([status, error.key, (await flag(first)).status]).toEqual([429, 'toomanyrequests', 200])
  })
})

it('a flagged post is marked as flagged for the reporter only, both when it is read alone and in the feed', async () => {
  const id = await addEvent(server, { userId: await userIdOf(author), description: 'À signaler' })
  const flaggedFor = async (visitor: Visitor) => {
    const one = (await visitor.call(getEvent, { params: { id } })).answer.flagged
    const listed = (await visitor.call(listEvents)).answer.docs.find(({ _id }) => _id === id)!.flagged
    expect(listed).toBe(one)
    return one
  }
  expect(await flaggedFor(neighbor)).toBe(false)
  await flag(id)
  expect(await flaggedFor(neighbor)).toBe(true)
  for (const visitor of [author, await server.as('administrator')]) expect(await flaggedFor(visitor)).toBe(false)
})
