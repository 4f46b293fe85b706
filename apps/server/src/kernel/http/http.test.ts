import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { MAX_BODY_BYTES } from '@parvis/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'
import { openDb } from '../postgres/db.ts'
import { isOlderVersion } from './http.ts'
import { connectionTimes } from './slow-connections.ts'

let server: TestServer
let homeCommunityId: string
beforeAll(async () => {
  server = await openTestServer('demo')
  homeCommunityId = await server.communityId('les-tilleuls')
})
afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const post = (payload: string | Buffer, headers: Record<string, string> = json, visitor = server.visitor()) =>
  visitor.send({ method: 'POST', url: '/api/auth', payload, headers })
const outcomeOf = async (reply: ReturnType<Visitor['send']>) => {
  const { status, error } = await reply
  return [status, error.key]
}

describe('an invalid request', () => {
  it.each(['{', '{"email":', '[1', 'email=a', '\u0000', '"\\ud800'])('%j is refused as malformed JSON', async payload =>
    expect(await outcomeOf(post(payload))).toEqual([400, 'badrequest']),
  )
  it.each([
    'null',
    '[]',
    '"text"',
    '7',
    '',
    '{}',
    '{"communityId":7}',
    '{"communityId":"x"}',
    '{"email":["a"]}',
    '{"__proto__":{"communityId":"x"}}',
  ])('%j is refused because it does not match the schema', async payload =>
    expect(await outcomeOf(post(payload))).toEqual([400, 'badrequest']),
  )

  it('is refused as too large above 64 KiB', async () => {
    const body = (size: number) =>
      JSON.stringify({ communityId: homeCommunityId, email: 'a', password: 'b' }).padEnd(size)
    expect(await outcomeOf(post(body(MAX_BODY_BYTES + 1)))).toEqual([413, 'toolarge'])
    expect((await post(body(MAX_BODY_BYTES))).status).toBe(404)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('%s is refused as an unsupported content type', async type =>
    expect(await outcomeOf(post('{}', { 'content-type': type }))).toEqual([415, 'unsupportedmedia']),
  )
  it('is not refused for its content type if it is JSON with a charset', async () =>
    expect(await outcomeOf(post('{}', { 'content-type': 'application/json; charset=utf-8' }))).toEqual([
      400,
      'badrequest',
    ]))

  it.each([
    '/nothing',
    '/api',
    '/api/nothing',
    '/events/',
    '/eventsx',
    '/communities/a/b',
    '/%2e%2e/etc/passwd',
    '/API/AUTH',
  ])('receives status 404 at %s', async url => {
    const reply = await server.visitor().send({ method: 'GET', url, headers: { accept: 'application/json' } })
    expect([reply.status, reply.error, String(reply.headers['content-type'])]).toEqual([
      404,
      { key: 'error404' },
      expect.stringContaining('application/json'),
    ])
  })
  it.each(['/communities/%', '/communities/%E0%A4%A', '/%c0%af'])(
    'with the malformed path %s receives status 400',
    async url => expect(await outcomeOf(server.visitor().send({ method: 'GET', url }))).toEqual([400, 'badrequest']),
  )
  it.each(['PUT', 'PATCH', 'OPTIONS'])('with method %s receives status 404', async method =>
    expect(await outcomeOf(server.visitor().send({ method, url: '/api/auth' }))).toEqual([404, 'error404']),
  )
})

describe('the checks of a request', () => {
  it('are made in this order: size and content type, session, origin, body schema', async () => {
    const url = '/api/user/sessions?_id=x'
    const evil = { origin: 'https://evil.example' }
    const visitor = await server.as('neighbor')
    expect(
      await outcomeOf(
        server
          .visitor()
          .send({ method: 'DELETE', url, payload: 'x', headers: { 'content-type': 'text/plain', ...evil } }),
      ),
    ).toEqual([415, 'unsupportedmedia'])
    expect(
      await outcomeOf(
        server
          .visitor()
          .send({ method: 'DELETE', url, payload: 'x'.repeat(MAX_BODY_BYTES + 1), headers: { ...json, ...evil } }),
      ),
    ).toEqual([413, 'toolarge'])
    expect(
      await outcomeOf(server.visitor().send({ method: 'DELETE', url, payload: '{', headers: { ...json, ...evil } })),
    ).toEqual([401, 'nosession'])
    expect(
      await outcomeOf(visitor.send({ method: 'DELETE', url, payload: '{', headers: { ...json, ...evil } })),
    ).toEqual([403, 'forbidden'])
    expect(await outcomeOf(visitor.send({ method: 'DELETE', url, payload: '{', headers: json }))).toEqual([
      400,
      'badrequest',
    ])
    expect(
      await outcomeOf(
        visitor.send({ method: 'DELETE', url: '/api/user/sessions?_id=00000000-0000-7000-8000-000000000000' }),
      ),
    ).toEqual([404, 'error404'])
  })
})

describe('client versions', () => {
  it('older than the minimum receive the error that asks for an update, on every request', async () => {
    const strict = await openTestServer('demo', { settings: { minClientVersion: '1.6.0' } })
    try {
      const ask = (version: string, url = '/communities/les-tilleuls') =>
        strict.visitor().send({ method: 'GET', url, headers: { 'x-client-version': version } })
      const { status, error } = await ask('1.5.2')
      expect([status, error]).toEqual([411, { key: 'obsolete', params: { version: '1.6.0', current: '1.5.2' } }])
      expect((await ask('0', '/events')).status).toBe(411)
      expect([
        (await ask('1.6.0')).status,
        (await ask('2')).status,
        (await strict.visitor().send({ method: 'GET', url: '/communities/les-tilleuls' })).status,
      ]).toEqual([200, 200, 200])
    } finally {
      await strict.close()
    }
  })

  it.each([
    ['1.5.2', '1.5.2', false],
    ['1.5.1', '1.5.2', true],
    ['1.10.0', '1.9.9', false],
    ['1.9', '1.9.1', true],
    ['2', '1.9.9', false],
    ['', '1.0.0', true],
    ['x', '1.0.0', true],
    ['1.5.2-beta', '1.5.2', true],
  ])('isOlderVersion(%s, %s) is %s', (a, b, older) => expect(isOlderVersion(a, b)).toBe(older))
})

describe('every response', () => {
  it('has security headers and is not cached', async () => {
    for (const url of ['/communities/les-tilleuls', '/events', '/nothing']) {
      const { headers } = await server.visitor().send({ method: 'GET', url })
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      const policy = String(headers['content-security-policy'])
      for (const part of [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "worker-src 'self'",
      ])
        expect(policy.split('; ')).toContain(part)
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/)
      expect(headers).not.toHaveProperty('strict-transport-security')
      expect(headers).not.toHaveProperty('x-powered-by')
    }
  })

  it('reveals no internals after an error', async () => {
    const broken = await openTestServer('demo')
    try {
      const visitor = await broken.as('neighbor')
      await broken.db.schema.dropTable('event_answers').execute()
      const { app } = broken
      const { statusCode, body } = await app.inject({ url: '/events', cookies: Object.fromEntries(visitor.cookies) })
      expect([statusCode, body]).toEqual([500, '{"error":{"key":"unexpectederror"}}'])
    } finally {
      await broken.close()
    }
  })

  it('is 503 `maintenance` with Retry-After while the database is unreachable', async () => {
    const db = openDb({ connection: { host: '/tmp/nowhere', user: 'parvis', database: 'none' } })
    const appWithoutDatabase = await buildApp({ ...server.platform, db }, { logLevel: 'silent' })
    const { statusCode, headers, body } = await appWithoutDatabase.inject('/communities/les-tilleuls')
    expect([statusCode, headers['retry-after'], body]).toEqual([503, '5', '{"error":{"key":"maintenance"}}'])
    expect([
      (await appWithoutDatabase.inject('/healthz')).statusCode,
      (await appWithoutDatabase.inject('/readyz')).statusCode,
    ]).toEqual([200, 503])
    await appWithoutDatabase.close()
    await db.destroy()
  })
})

it('a request whose body the client aborts is not counted as an error', async () => {
  const ownServer = await openTestServer('demo')
  try {
    await ownServer.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = ownServer.app.server.address() as AddressInfo
    const ended = new Promise(done =>
      ownServer.app.server.on('request', (_request, response) => response.once('close', done)),
    )
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /api/auth HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email":',
    )
    const [request] = (await once(ownServer.app.server, 'request')) as [IncomingMessage]
    await vi.waitFor(() => expect(request.readableDidRead).toBe(true), { timeout: 10_000, interval: 5 })
    socket.destroy()
    await ended
    // If the abort counted as an error, the error counter would have increased by the end of these requests.
    for (let count = 0; count < 3; count++) await ownServer.app.inject('/healthz')
    expect(await ownServer.app.metrics.formatText()).not.toContain('parvis_errors_total{')
  } finally {
    await ownServer.close()
  }
})

it('a request that becomes complete while the server stops receives status 503', async () => {
  const stopping = await openTestServer('empty')
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((stopping.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', bytes => (answer += String(bytes)))
  // The server must have received part of the request, or it would close the connection at once.
  const [serverSocket] = (await once(stopping.app.server, 'connection')) as [Socket]
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n')
  await vi.waitFor(() => expect(serverSocket.bytesRead).toBeGreaterThan(20), { timeout: 10_000, interval: 5 })
  const closed = stopping.close()
  await vi.waitFor(() => expect(stopping.app.server.listening).toBe(false), { timeout: 10_000, interval: 5 })
  socket.write('\r\n')
  await once(socket, 'close')
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(answer).toContain('{"error":{"key":"maintenance"}}')
})

it('a request in progress when the server stops is completed', async () => {
  const { shutdownGrace } = connectionTimes
  const stopping = await openTestServer('empty', { times: { shutdownGrace } })
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((stopping.app.server.address() as AddressInfo).port, '127.0.0.1')
  let answer = ''
  socket.on('data', bytes => (answer += String(bytes)))
  const body = JSON.stringify({ email: 'nobody' })
  socket.write(
    `POST /api/auth HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  const [request] = (await once(stopping.app.server, 'request')) as [IncomingMessage]
  await vi.waitFor(() => expect(request.readableDidRead).toBe(true), { timeout: 10_000, interval: 5 })
  const ended = Promise.all([once(socket, 'close'), stopping.close()])
  // pause: as long as the rest of a photo may take on a slow connection
  await wait(2000)
  socket.write(body.slice(5))
  await ended
  expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"key":/)
})
