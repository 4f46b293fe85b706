import { connect, type Socket } from 'node:net'
import { MAX_BODY_BYTES, MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { multipartOf } from '../../testing/multipart.ts'
import { asPerson } from '../../testing/people.ts'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'

let server: TestServer
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo')
  neighbor = await server.as('neighbor')
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})
afterAll(() => server.close())

type Parts = Parameters<typeof multipartOf>[0]

const send = async (
  parts: Parts | { payload: string | Buffer; headers: Record<string, string> },
  { url = '/events/publish', visitor = neighbor } = {},
) => {
  const reply = await visitor.send({ method: 'POST', url, ...('payload' in parts ? parts : multipartOf(parts)) })
  return reply.status === 200
    ? reply.status
    : [reply.status, reply.error.key, ...(reply.error.field ? [reply.error.field] : [])]
}
const raw = (payload: string, boundary = 'x') => ({
  payload,
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
})
const countPosts = async () =>
  Number(
    (
      await server.db
        .selectFrom('events')
        .select(eb => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('multipart', () => {
  it('text fields are read as text, structured fields as JSON', async () => {
    const { payload, headers } = multipartOf([
      ['description', 'Bonjour'],
      ['lang', { en: { description: 'Hello' } }],
      ['channelsIds', []],
    ])
    const { answer } = await neighbor.send({ method: 'POST', url: '/events/publish', payload, headers })
    expect(answer).toMatchObject({ eventId: { description: 'Bonjour', lang: { en: { description: 'Hello' } } } })
  })

  it('parts may have a JSON content type, as in clients that are generated from the API page', async () => {
    const part = (name: string, value: unknown) =>
      `--x\r\ncontent-disposition: form-data; name="${name}"\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`
    const form = (...parts: string[]) => raw(`${parts.join('')}--x--\r\n`)
    const lang = part('lang', { en: { description: 'Hello' } })
    const { answer } = await neighbor.send({
      method: 'POST',
      url: '/events/publish',
      ...form(part('description', 'Bonjour'), part('title', null), part('channelsIds', []), lang),
    })
    expect(answer).toMatchObject({
      eventId: { description: 'Bonjour', title: null, lang: { en: { description: 'Hello' } } },
    })
    // Browsers add a file name to the part of a blob.
    const blob = lang.replace('name="lang"', 'name="lang"; filename="blob"')
    expect(blob).not.toBe(lang)
    const sent = await neighbor.send({
      method: 'POST',
      url: '/events/publish',
      ...form(part('description', 'A'), blob),
    })
    expect(sent.answer).toMatchObject({ eventId: { description: 'A', lang: { en: { description: 'Hello' } } } })
    expect(await send(form(part('description', { fr: 'Bonjour' })))).toEqual([400, 'badrequest'])
    expect(await send(form(part('lang', { en: { descripton: 'a' } })))).toEqual([
      400,
      'badrequest',
      'lang.en.descripton',
    ])
    expect(await send(raw(lang.replace('}}', '}') + '--x--\r\n'))).toEqual([400, 'badrequest'])
    const half = 'x'.repeat(MAX_BODY_BYTES / 2)
    expect(await send(form(part('description', half), part('title', half)))).toEqual([413, 'toolarge'])
  })

  it('bodies are described on the API page with the one picture that an endpoint accepts', async () => {
    const { answer } = await neighbor.send({ method: 'GET', url: '/docs/api' })
    const { paths } = answer as { paths: Record<string, { post: { requestBody: { content: any } } }> }
    const { schema } = paths['/events/publish']!.post.requestBody.content['multipart/form-data']
    expect(schema.properties.files).toMatchObject({ type: 'string', format: 'binary' })
  })

  it('fields of type boolean are read as JSON, empty nullable fields as null', async () => {
    const person = await asPerson(server, {
      email: 'form@multipart.example',
      community: 'les-tilleuls',
      needUpdate: true,
    })
    const save = async (parts: Parts) => {
      const reply = await person.visitor.send({ method: 'PUT', url: '/api/user', ...multipartOf(parts) })
      return reply.status === 200 ? reply.answer : reply.error
    }
    const form: Parts = [
      ['pseudo', 'Formulaire'],
      ['firstname', 'Camille'],
      ['lastname', 'Roussel'],
      ['gender', ''],
      ['confirmaddress', 'true'],
      ['newpassword', 'velo-tilleul-lac'],
    ]
    expect(await save([...form, ['confirmage', 'false']])).toMatchObject({ key: 'confirmageerror' })
    expect(await save([...form, ['confirmage', 'perhaps']])).toMatchObject({ key: 'badrequest', field: 'confirmage' })
    expect(await save([...form, ['confirmage', 'true']])).toMatchObject({ pseudo: 'Formulaire', gender: null })
  })

  it('bodies are accepted only by endpoints whose contract allows them', async () => {
    expect(await send([['email', 'a']], { url: '/api/auth' })).toEqual([415, 'unsupportedmedia'])
    expect(await send([['description', 'a']], { url: '/nothing' })).toEqual([415, 'unsupportedmedia'])
  })

  it('bodies are not read before the session and the role are checked', async () => {
    const parts: Parts = [['files', Buffer.alloc(MAX_PICTURE_BYTES + 1)]]
    expect(await send(parts, { visitor: server.visitor() })).toEqual([401, 'nosession'])
    expect(await send(parts, { visitor: await server.asGuest() })).toEqual([403, 'guestforbidden'])
  })

  it('limits on size, fields and files are enforced', async () => {
    const before = await countPosts()
    expect(await send([['files', Buffer.alloc(MAX_PICTURE_BYTES + 1)]])).toEqual([413, 'toolarge', 'files'])
    expect(await send([['files', Buffer.alloc(MAX_PICTURE_BYTES)]])).toEqual([415, 'unsupportedmedia', 'files'])
    expect(await send(Array.from({ length: 5 }, () => ['files', Buffer.from('x')] as const))).toEqual([
      400,
      'badrequest',
      'files',
    ])
    expect(
      await send([
        ['description', 'a'],
        ['files', Buffer.from('x')],
        ['files', Buffer.from('x')],
      ]),
    ).toEqual([400, 'badrequest', 'files'])
    expect(await send([['description', 'x'.repeat(MAX_BODY_BYTES + 1)]])).toEqual([413, 'toolarge'])
    expect(
      await send([
        ['description', 'x'.repeat(40_000)],
        ['title', 'x'.repeat(40_000)],
      ]),
    ).toEqual([413, 'toolarge'])
    expect(await send(Array.from({ length: 40 }, (_, at) => [`field${at}`, 'x'] as const))).toEqual([413, 'toolarge'])
    expect(
      await send({
        payload: 'x',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '99999999' },
      }),
    ).toEqual([413, 'toolarge', 'files'])
    expect(await countPosts()).toBe(before)
  })

  it.each<[string, Parts | ReturnType<typeof raw>]>([
    [
      'an object of invalid JSON',
      [
        ['description', 'a'],
        ['lang', '{'],
      ],
    ],
    [
      'an object of the wrong shape',
      [
        ['description', 'a'],
        ['lang', [1]],
      ],
    ],
    [
      'an array that is a string',
      [
        ['description', 'a'],
        ['channelsIds', 'x'],
      ],
    ],
    [
      'a repeated field',
      [
        ['description', 'a'],
        ['description', 'b'],
      ],
    ],
    ['a field named __proto__', [['__proto__', '{"a":1}']]],
    [
      'a field named constructor',
      [
        ['constructor', 'a'],
        ['description', 'a'],
      ],
    ],
    [
      'a file in an unknown field',
      [
        ['description', 'a'],
        ['photo', Buffer.from('x')],
      ],
    ],
    ['a text over the limit', [['description', 'x'.repeat(5_001)]]],
    ['no parts', raw('nonsense')],
    ['no closing boundary', raw('--x\r\ncontent-disposition: form-data; name="description"\r\n\r\nBonjour')],
    ['an unterminated file', raw('--x\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\nabc')],
    ['no boundary', { payload: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    ['a wrong boundary', raw('--y\r\ncontent-disposition: form-data; name="description"\r\n\r\na\r\n--y--')],
  ])('bodies are refused with %s', async (_, parts) => {
    const before = await countPosts()
    expect(((await send(parts)) as unknown[]).slice(0, 2)).toEqual([400, 'badrequest'])
    expect(await countPosts()).toBe(before)
  })

  it('bodies without fields are validated like an empty post', async () => {
    expect(await send(raw('--x--\r\n'))).toEqual([400, 'descriptionmandatory', 'description'])
  })

  it('limits do not change the limit of JSON bodies', async () => {
    const json = (size: number) => ({
      payload: JSON.stringify({ description: 'a' }).padEnd(size),
      headers: { 'content-type': 'application/json' },
    })
    expect(await send(json(MAX_BODY_BYTES + 1))).toEqual([413, 'toolarge'])
    expect(await send(json(MAX_BODY_BYTES))).toBe(200)
  })
})

describe('a connection that drops during a post', () => {
  it('leaves no rows and files behind, and the server keeps working', async () => {
    const address = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
    const before = [await countPosts(), (await server.db.selectFrom('media').select('id').execute()).length]
    const cookie = [...neighbor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const head = `POST /events/publish HTTP/1.1\r\nhost: ${address.host}\r\norigin: ${address.origin}\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 500000\r\n\r\n`
    const parts =
      '--x\r\ncontent-disposition: form-data; name="description"\r\n\r\nBonjour\r\n--x\r\ncontent-disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n'
    const sockets: Socket[] = []
    server.app.server.on('connection', (socket: Socket) => sockets.push(socket))
    for (const body of ['', parts.slice(0, 30), parts, parts + 'x'.repeat(200_000)]) {
      await new Promise<void>(resolve => {
        const socket = connect(Number(address.port), address.hostname, () => socket.write(head + body))
        socket.on('close', () => resolve())
        const hasArrived = () => expect(sockets.at(-1)?.bytesRead).toBe(Buffer.byteLength(head + body))
        void vi.waitFor(hasArrived, { timeout: 10_000, interval: 5 }).finally(() => socket.destroy())
      })
      sockets.length = 0
    }
    expect(await send([['description', 'Bonsoir']])).toBe(200)
    expect([await countPosts(), (await server.db.selectFrom('media').select('id').execute()).length]).toEqual([
      before[0]! + 1,
      before[1],
    ])
  })
})
