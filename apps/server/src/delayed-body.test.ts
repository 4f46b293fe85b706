// Rights are checked when a call is carried out: nobody may circumvent a decision of the staff by sending the head of a
// request before the decision and the body after it.
import { type IncomingMessage, request as open } from 'node:http'
import { changeMember, invite } from '@parvis/contract/admin.ts'
import type { Endpoint } from '@parvis/contract/endpoint.ts'
import { publishPost } from '@parvis/contract/publish.ts'
import { logOut } from '@parvis/contract/session.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { asPerson, proveOwnership } from '#server/testing/people.ts'
import { cookieOf, openLiveSockets } from '#server/testing/live-clients.ts'
import { openTestServer, type TestServer, type Visitor } from '#server/testing/test-server.ts'

let server: TestServer
let host: string
let webmaster: Visitor
/** The incoming request of each call whose body is held back, by call id. */
const heldRequests = new Map<unknown, IncomingMessage>()
beforeAll(async () => {
  server = await openTestServer('demo')
  host = (await openLiveSockets(server)).host
  server.app.server.on('request', (request: IncomingMessage) => heldRequests.set(request.headers['x-held'], request))
  webmaster = await server.as('webmaster')
  await proveOwnership(webmaster)
})
afterAll(() => server.close())

let counter = 0
const addMember = (role: 'neighbor' | 'administrator') =>
  asPerson(server, { email: `held-${++counter}@test.example`, community: 'les-tilleuls', role })
type Person = Awaited<ReturnType<typeof addMember>>

/**
 * Sends the head of a call and a part of its body. Returns a function that sends the rest and returns the status and
 * the error key.
 */
const sendPartially = async (
  { visitor }: Person,
  { method, path }: Endpoint,
  input: { id?: string; type?: string; body: string },
) => {
  const callId = newId()
  const call = open(`http://${host}${path.replace(':id', input.id ?? '')}`, {
    method,
    headers: {
      cookie: cookieOf(visitor),
      origin: `http://${host}`,
      'x-held': callId,
      'content-type': input.type ?? 'application/json',
      'content-length': Buffer.byteLength(input.body),
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
  call.write(input.body.slice(0, 40))
  // When the body is being read, the session is already loaded.
  await vi.waitFor(() => expect(heldRequests.get(callId)?.readableDidRead).toBe(true), { timeout: 10_000, interval: 5 })
  return () => {
    call.end(input.body.slice(40))
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

const updateMember = (userId: string, body: { role?: 'neighbor'; disabled?: boolean }) =>
  webmaster.call(changeMember, { params: { id: userId }, body })

describe.each(Object.entries(posts))('a post whose body arrives late, as %s', (_, post) => {
  it('is published if the author is a member when the body is complete', async () => {
    const send = await sendPartially(await addMember('neighbor'), publishPost, post)
    expect((await send())[0]).toBe(200)
  })

  it('is refused if the author was disabled or has logged out meanwhile', async () => {
    const disabledMember = await addMember('neighbor')
    const loggedOut = await addMember('neighbor')
    const sends = await Promise.all([
      sendPartially(disabledMember, publishPost, post),
      sendPartially(loggedOut, publishPost, post),
    ])
    expect((await updateMember(disabledMember.userId, { disabled: true })).status).toBe(200)
    expect((await loggedOut.visitor.call(logOut)).status).toBe(200)
    for (const send of sends) expect(await send()).toEqual([401, 'nosession'])
  })
})

it('a call is refused if its sender lost the necessary role before the body was complete', async () => {
  const administrator = await addMember('administrator')
  const id = administrator.userId
  const roleCall = await sendPartially(administrator, changeMember, {
    id,
    body: JSON.stringify({ role: 'administrator' }).padEnd(100),
  })
  const inviteCall = await sendPartially(administrator, invite, {
    body: JSON.stringify({ role: 'administrator', building: 'B'.repeat(30) }),
  })
  expect((await updateMember(id, { role: 'neighbor' })).answer.role).toBe('neighbor')
  expect(await roleCall()).toEqual([401, 'nosession'])
  expect(await inviteCall()).toEqual([401, 'nosession'])
  const { role } = await server.db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirstOrThrow()
  expect(role).toBe('neighbor')
})
