// The header `x-user` names the intended user, so that a request queued before another log-in is not sent as the new
// user.
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
/** Returns `published` or the error key, and how many posts were created. */
const publish = async ({ call }: Pick<Visitor, 'call'>, headers: Record<string, string>) => {
  const before = await posts()
  const body = { title: 'Meant', description: 'Meant', tmpId: newId() }
  const reply = await call(publishPost, { body }, headers)
  return [reply.status === 200 ? 'published' : reply.error.key, (await posts()) - before]
}

it.each([
  ['a browser', asPerson],
  ['a shell', asShellPerson],
] as const)(
  'a request from %s runs only as the user named in x-user; without the header it runs as the logged-in user',
  async (_, as) => {
    const [ana, bob] = [await as(server, newPerson()), await as(server, newPerson())]
    expect(await publish(ana.visitor, {})).toEqual(['published', 1])
    expect(await publish(ana.visitor, { 'x-user': ana.userId })).toEqual(['published', 1])
    for (const user of [bob.userId, '', 'x', `${ana.userId}, ${ana.userId}`])
      expect(await publish(ana.visitor, { 'x-user': user })).toEqual(['otheruser', 0])
  },
)

it('a request with x-user is refused as usual without a session', async () => {
  expect(await publish(server.visitor(), { 'x-user': newId() })).toEqual(['nosession', 0])
})
