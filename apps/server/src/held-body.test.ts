// Rights are checked when a call is carried out, so a request body that is held back does not outlive a decision of the
// staff.
import { type IncomingMessage, request as open } from 'node:http'
import { changeMember, invite } from '@parvis/contract/admin.ts'
import type { Endpoint } from '@parvis/contract/endpoint.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logOut } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPerson, prove } from '#server/testing/people.ts'
import { cookieOf, openDoor } from '#server/testing/screens.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let host: string
let webmaster: Visitor
/** The request that arrived for each held call. */
const arrived = new Map<unknown, IncomingMessage>()
beforeAll(async () => {
  server = await openTestServer('demo')
  host = (await openDoor(server)).host
  server.app.server.on('request', (request: IncomingMessage) => arrived.set(request.headers['x-held'], request))
  webmaster = await server.as('webmaster')
  await prove(webmaster)
})
afterAll(() => server.close())

let made = 0
const arrive = (role: 'neighbor' | 'administrator') =>
  asPerson(server, { email: `held-${++made}@test.example`, community: 'les-tilleuls', role })
type Person = Awaited<ReturnType<typeof arrive>>

/**
 * Sends the head of a call and a part of its body. Returns a function that sends the rest and returns the status and
 * the error key.
 */
const hold = async (
  { visitor }: Person,
  { method, path }: Endpoint,
  given: { id?: string; type?: string; body: string },
) => {
  const held = newId()
  const call = open(`http://${host}${path.replace(':id', given.id ?? '')}`, {
    method,
    headers: {
      cookie: cookieOf(visitor),
      origin: `http://${host}`,
      'x-held': held,
      'content-type': given.type ?? 'application/json',
      'content-length': Buffer.byteLength(given.body),
    },
  })
  const answered = new Promise<[number, string | undefined]>((done, failed) => {
    call.on('error', failed)
    call.on('response', async response => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk as Buffer)
      const { error } = JSON.parse(Buffer.concat(chunks).toString()) as { error?: { key: string } }
      done([response.statusCode!, error?.key])
    })
  })
  call.write(given.body.slice(0, 40))
  // By then the session is known and the body is being read.
  await vi.waitFor(() => expect(arrived.get(held)?.readableDidRead).toBe(true), { timeout: 10_000, interval: 5 })
  return () => {
    call.end(given.body.slice(40))
    return answered
  }
}

const boundary = 'held'
const part = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const posts = {
  JSON: {
    body: JSON.stringify({ description: 'Bonjour à tous, de loin', tmpId: '0199f15d-9f9c-7de6-a71a-000000000001' }),
  },
  'a form': {
    type: `multipart/form-data; boundary=${boundary}`,
    body: `${part('description', 'Bonjour à tous, de loin')}${part('tmpId', '0199f15d-9f9c-7de6-a71a-000000000002')}--${boundary}--\r\n`,
  },
}

const change = (userId: string, body: { role?: 'neighbor'; disabled?: boolean }) =>
  webmaster.call(changeMember, { params: { id: userId }, body })

describe.each(Object.entries(posts))('a post whose body arrives late, as %s', (_, post) => {
  it('is published if the author is a member then', async () => {
    const send = await hold(await arrive('neighbor'), publishPost, post)
    expect((await send())[0]).toBe(200)
  })

  it('is refused if the author was disabled or has logged out meanwhile', async () => {
    const kept = await arrive('neighbor')
    const left = await arrive('neighbor')
    const sends = await Promise.all([hold(kept, publishPost, post), hold(left, publishPost, post)])
    expect((await change(kept.userId, { disabled: true })).status).toBe(200)
    expect((await left.visitor.call(logOut)).status).toBe(200)
    for (const send of sends) expect(await send()).toEqual([401, 'nosession'])
  })
})

it('refuses a held call that would restore a role removed meanwhile', async () => {
  const boss = await arrive('administrator')
  const id = boss.userId
  const own = await hold(boss, changeMember, {
    id,
    body: JSON.stringify({ role: 'administrator' }).padEnd(100),
  })
  const letter = await hold(boss, invite, { body: JSON.stringify({ role: 'administrator', building: 'B'.repeat(30) }) })
  expect((await change(id, { role: 'neighbor' })).answer.role).toBe('neighbor')
  expect(await own()).toEqual([401, 'nosession'])
  expect(await letter()).toEqual([401, 'nosession'])
  const { role } = await server.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()
  expect(role).toBe('neighbor')
})
