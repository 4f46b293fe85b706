// A call that says as whom it is meant, as what was written before another log-in and is sent after it.
import { publishPost } from '@parvis/contract/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPerson } from '#server/testing/people.ts'
import { asShellPerson } from '#server/testing/shells.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

let people = 0
const newPerson = () => ({ email: `meant-${++people}@test.example`, community: 'les-tilleuls' })
const posts = async () => {
  const { total } = await server.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
/** What is answered, and how many posts come of it. */
const publish = async ({ call }: Pick<Visitor, 'call'>, headers: Record<string, string>) => {
  const before = await posts()
  const body = { title: 'Meant', description: 'Meant', tmpId: newId() }
  const reply = await call(publishPost, { body }, headers)
  return [reply.status === 200 ? 'published' : reply.error.key, (await posts()) - before]
}

it.each([
  ['a browser', asPerson],
  ['a shell', asShellPerson],
] as const)('is carried out for that one alone, and for whoever calls where it says none: %s', async (_, as) => {
  const [ana, bob] = [await as(server, newPerson()), await as(server, newPerson())]
  expect(await publish(ana.visitor, {})).toEqual(['published', 1])
  expect(await publish(ana.visitor, { 'x-user': ana.userId })).toEqual(['published', 1])
  for (const user of [bob.userId, '', 'x', `${ana.userId}, ${ana.userId}`])
    expect(await publish(ana.visitor, { 'x-user': user })).toEqual(['otheruser', 0])
})

it('of nobody is refused as ever', async () => {
  expect(await publish(server.visitor(), { 'x-user': newId() })).toEqual(['nosession', 0])
})
