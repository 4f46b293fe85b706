import { randomUUID } from 'node:crypto'
import { getEvent, type FeedPost } from '@parvis/contract/feed.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { multipartOf } from '#server/testing/multipart.ts'
import { trackOwnTime } from '#server/testing/own-time.ts'
import { asPerson, userIdOf } from '#server/testing/people.ts'
import { plainPicture } from '#server/testing/pictures.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'
import { POSTS_PER_MINUTE } from '../publish/publish-post.service.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const publish = (visitor: Visitor, description: string, tmpId = randomUUID()) =>
  visitor.call(publishPost, {
    body: { title: 'À deux', description, lang: { en: { title: 'Both' } }, tmpId },
  })
const people = (count: number, community = 'les-tilleuls') =>
  Promise.all(
    Array.from({ length: count }, () => asPerson(server, { email: `${randomUUID()}@together.example`, community })),
  )
/** Returns events whose stored search document does not match their texts. */
const staleDocuments = async () =>
  (
    await sql<{ event_id: string }>`
      select ec.event_id from event_channels ec join events e on e.community_id = ec.community_id and e.id = ec.event_id
      where e.group_id = 'post' and ec.document is distinct from event_search(e)`.execute(server.db)
  ).rows

it('publishing returns the same post as reading it afterwards, with and without a picture', async () => {
  const { db } = server
  const [author] = await people(1, 'camping-des-pins')
  const userId = await userIdOf(author!.visitor)
  await db
    .updateTable('users')
    .set({ firstname: 'Élodie', lastname: '  de l’Isle', company: 'Chez Élo', building: 'B' })
    .where('id', '=', userId)
    .execute()
  server.platform.bus.publish('actor.changed', { userIds: [userId] })
  for (const visitor of [author!.visitor, await server.as('neighbor'), await server.as('administrator')]) {
    // The text has a lone surrogate, which UTF-8 cannot encode.
    const { answer } = await publish(visitor, 'Pétanque \ud800')
    expect((await visitor.call(getEvent, { params: { id: answer._id } })).answer).toEqual(answer)
  }
  const picture = multipartOf([
    ['files', await plainPicture(16, 16).png().toBuffer()],
    ['tmpId', randomUUID()],
  ])
  const { visitor } = author!
  const { status, answer } = await visitor.send({ method: 'POST', url: '/events/publish', ...picture })
  const event = answer as FeedPost
  expect([status, event.photo?.width]).toEqual([200, 16])
  expect((await visitor.call(getEvent, { params: { id: event._id } })).answer).toEqual(event)
  expect(await staleDocuments()).toEqual([])
})

it('publishing stores concurrent posts, refuses only those of a member over the limit, and stores a repeated post once', async () => {
  const all = await people(12)
  const [limited, repeated] = all
  const bucket = `post ${await userIdOf(limited!.visitor)}`
  await server.db
    .insertInto('attempts')
    .values({ bucket, at: Array.from({ length: POSTS_PER_MINUTE }, () => new Date()) })
    .execute()
  const repeatedKey = randomUUID()
  const replies = await Promise.all([
    ...all.map(({ visitor }, n) =>
      publish(visitor, `Ensemble ${n}`, visitor === repeated!.visitor ? repeatedKey : undefined),
    ),
    publish(repeated!.visitor, 'Ensemble 1', repeatedKey),
  ])
  expect(replies.map(({ status }) => status)).toEqual([429, ...Array.from({ length: 12 }, () => 200)])
  expect(replies[1]!.answer._id).toBe(replies.at(-1)!.answer._id)
  for (const { answer } of replies.slice(1)) {
    const { rows } = await sql<{ description: string; user_id: string; channels: number }>`
      select e.description, e.user_id, count(ec.*)::int as channels from events e
      left join event_channels ec on ec.event_id = e.id where e.id = ${answer._id} group by 1, 2`.execute(server.db)
    expect(rows).toEqual([{ description: answer.eventId.description, user_id: answer.userId, channels: 1 }])
  }
  expect(await staleDocuments()).toEqual([])
})

it('publishing does not wait while a transaction locks the rate limit row of another member', async () => {
  const all = await people(6)
  const lockedMember = all[0]!.visitor
  expect((await publish(lockedMember, 'Avant')).status).toBe(200)
  const bucket = `post ${await userIdOf(lockedMember)}`
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lockHolder = server.db.transaction().execute(async tx => {
    await tx.selectFrom('attempts').select('at').where('bucket', '=', bucket).forUpdate().execute()
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const [began, ownTime] = [performance.now(), trackOwnTime()]
  const waiting = [publish(lockedMember, 'Retenu 1'), publish(lockedMember, 'Retenu 2')]
  for (let round = 0; round < 3; round++) {
    const replies = await Promise.all(all.slice(1).map(({ visitor }) => publish(visitor, `Libre ${round}`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }
  expect(ownTime(performance.now() - began)).toBeLessThan(3_000)
  expect((await Promise.all(waiting)).map(({ status, error }) => [status, error.key])).toEqual([
    [503, 'maintenance'],
    [503, 'maintenance'],
  ])
  release.resolve()
  await lockHolder
  expect((await publish(lockedMember, 'Après')).status).toBe(200)
  expect(await server.db.selectFrom('events').select('id').where('description', 'like', 'Retenu%').execute()).toEqual(
    [],
  )
})

it('staleDocuments returns an event whose search document was built from other texts', async () => {
  const { answer } = await publish(await server.as('neighbor'), 'Planté')
  await sql`update event_channels set document = event_document('autre', '', '') where event_id = ${answer._id}`.execute(
    server.db,
  )
  expect(await staleDocuments()).toEqual([{ event_id: answer._id }])
})
