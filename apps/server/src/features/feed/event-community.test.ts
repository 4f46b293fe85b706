import { getEventCommunity, removeEvent } from '@parvis/contract/feed.ts'
import { listCases, restoreCase } from '@parvis/contract/moderation.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { addEvent } from '#server/testing/events.ts'
import { asPerson } from '#server/testing/people.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const getCommunityOf = (id: string) => server.visitor().call(getEventCommunity, { params: { id } })

it.each(['les-tilleuls', 'residence-du-lac'])(
  'anyone with the link to a post of %s can read the public data of that community, and nothing else',
  async community => {
    const { userId } = await asPerson(server, { email: `author@${community}.example`, community })
    const { id, name, logo_id } = await server.db
      .selectFrom('communities')
      .select(['id', 'name', 'logo_id'])
      .where('custom_uri', '=', community)
      .executeTakeFirstOrThrow()
    const { answer } = await getCommunityOf(await addEvent(server, { userId, community, description: 'Bonjour' }))
    expect(answer).toStrictEqual({ _id: id, name, customUri: community, logoUri: logo_id && `/media/${logo_id}` })
  },
)

it('reading the community of a deleted post, an unknown id or an invalid id returns 404', async () => {
  const { userId, visitor } = await asPerson(server, { email: 'second@test.example', community: 'les-tilleuls' })
  const gone = await addEvent(server, { userId, description: 'Bonjour' })
  expect((await visitor.call(removeEvent, { params: { id: gone } })).status).toBe(200)
  for (const id of [gone, newId(), 'nonsense'])
    expect([id, (await getCommunityOf(id)).error.key]).toEqual([id, 'error404'])
})

it('reading the community of a hidden post returns 404 until the post is restored', async () => {
  const { userId } = await asPerson(server, { email: 'hidden@test.example', community: 'les-tilleuls' })
  const id = await addEvent(server, { userId, description: 'Bonjour' })
  const administrator = await server.as('administrator')
  await administrator.call(removeEvent, { params: { id }, query: { rule: 'respect', reason: 'Trop vif' } })
  expect((await getCommunityOf(id)).error.key).toBe('error404')
  const { docs } = (await administrator.call(listCases, { query: { list: 'decided' } })).answer
  await administrator.call(restoreCase, { params: { id: docs[0]!._id } })
  expect((await getCommunityOf(id)).status).toBe(200)
})

it('the community of a post is found by id without scanning the posts of every community', async () => {
  const plan = await sql<{
    'QUERY PLAN': string
  }>`explain select community_id from events where id = ${newId()}::uuid`.execute(server.db)
  expect(plan.rows.map(row => row['QUERY PLAN']).join(' ')).toContain('events_id')
})
