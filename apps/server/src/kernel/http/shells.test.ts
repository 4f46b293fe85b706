import { listEvents } from '@parvis/contract/feed.ts'
import { shellOrigins } from '@parvis/contract/shells.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app.ts'
import { openDb } from '../postgres/db.ts'
import { openShell, type Shell, shellAs } from '#server/testing/shells.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'

let server: TestServer
let shell: Shell
beforeAll(async () => {
  server = await openTestServer('demo', { settings: { minClientVersion: '1.5.0' } })
  shell = await shellAs(server, 'neighbor')
})
afterAll(() => server.close())

const send = (method: string, url: string, headers: Record<string, string>) =>
  server.app.inject({ method: method as 'GET', url, headers: { host: 'parvis.test', ...headers } })
const allowedOrigin = (headers: Record<string, unknown>) => headers['access-control-allow-origin']
const preflight = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'authorization,content-type,x-client',
}

describe('a CORS preflight', () => {
  it.each(shellOrigins)('allows the origin of a native app: %s', async origin => {
    const { statusCode, headers, body } = await send('OPTIONS', '/api/user', { origin, ...preflight })
    expect([statusCode, body]).toEqual([204, ''])
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers':
        'accept-language, authorization, content-type, x-client, x-client-version, x-device, x-user',
      vary: 'origin',
    })
    expect(headers).not.toHaveProperty('access-control-allow-credentials')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  it.each([
    'https://evil.example',
    'http://localhost',
    'https://localhost:3000',
    'https://localhost.evil.example',
    'capacitor://evil.example',
    'capacitor://localhost:80',
    'ionic://localhost',
    'null',
    'http://parvis.test',
  ])('allows no other origin: %s', async origin => {
    for (const url of ['/api/user', '/api/auth', '/media/x/thumb', '/nowhere']) {
      const { headers, statusCode } = await send('OPTIONS', url, { origin, ...preflight })
      expect([statusCode, Object.keys(headers).filter(name => name.startsWith('access-control'))]).toEqual([404, []])
    }
  })
})

describe('CORS headers for native apps', () => {
  it('are set on every response', async () => {
    const { visitor, statuses } = { visitor: openShell(server), statuses: new Map<string, number>() }
    const requests: [string, string, string, Record<string, string>?, string?][] = [
      ['an answer', 'GET', '/api/auth', shell.headers()],
      ['nobody there', 'GET', '/api/auth'],
      ['no session', 'GET', '/api/user/sessions'],
      ['no such call', 'GET', '/api/nothing'],
      ['no such picture', 'GET', '/media/x/thumb'],
      ['too old', 'GET', '/api/auth', { 'x-client-version': '1.0.0' }],
      ['packed', 'POST', '/api/auth', { 'content-encoding': 'gzip', 'content-type': 'application/json' }, '{}'],
      ['no JSON', 'POST', '/api/auth', { 'content-type': 'text/plain' }, 'x'],
      ['broken', 'POST', '/api/auth', { 'content-type': 'application/json' }, '{'],
      ['too large', 'POST', '/api/auth', { 'content-type': 'application/json' }, `{"email":"${'x'.repeat(2e6)}"}`],
      ['no address', 'GET', '/api/%zz'],
    ]
    for (const [name, method, url, headers = {}, payload] of requests) {
      const reply = await server.app.inject({
        method: method as 'GET',
        url,
        headers: { host: 'parvis.test', origin: visitor.origin, ...headers },
        ...(payload !== undefined && { payload }),
      })
      statuses.set(name, reply.statusCode)
      expect([name, allowedOrigin(reply.headers)]).toEqual([name, visitor.origin])
      expect([name, reply.headers.vary]).toEqual([name, expect.stringContaining('origin')])
      expect([name, reply.headers['access-control-expose-headers']]).toEqual([
        name,
        'content-disposition, date, etag, retry-after',
      ])
      expect(Object.keys(reply.headers).filter(header => header.includes('credentials'))).toEqual([])
    }
    expect(Object.fromEntries(statuses)).toEqual({
      'an answer': 200,
      'nobody there': 403,
      'no session': 401,
      'no such call': 404,
      'no such picture': 404,
      'too old': 411,
      packed: 415,
      'no JSON': 415,
      broken: 400,
      'too large': 413,
      'no address': 400,
    })
  })

  it('are set on compressed responses, with both Vary values', async () => {
    const reply = await shell.call(listEvents, { query: { page: 1 } }, { 'accept-encoding': 'gzip' })
    expect(reply.headers).toMatchObject({ 'content-encoding': 'gzip', 'access-control-allow-origin': shell.origin })
    expect(String(reply.headers.vary).split(', ').toSorted()).toEqual(['accept-encoding', 'origin'])
  })

  it('are set while the database is unreachable', async () => {
    const db = openDb({ connection: { host: '/tmp/nowhere', user: 'parvis', database: 'none' } })
    const appWithoutDatabase = await buildApp({ ...server.platform, db }, { logLevel: 'silent' })
    const { statusCode, headers } = await appWithoutDatabase.inject({
      url: '/communities/les-tilleuls',
      headers: { origin: shell.origin },
    })
    expect([statusCode, headers['retry-after'], allowedOrigin(headers)]).toEqual([503, '5', shell.origin])
    await appWithoutDatabase.close()
    await db.destroy()
  })

  it('are not set for other origins, but Vary always contains Origin', async () => {
    for (const origin of [undefined, 'http://parvis.test', 'https://evil.example'])
      for (const url of ['/api/auth', '/media/picto/waving-hand.svg', '/api/user/sessions']) {
        const { headers } = await send('GET', url, origin ? { origin } : {})
        expect([allowedOrigin(headers), headers.vary]).toEqual([undefined, expect.stringContaining('origin')])
      }
  })
})

it('a request with a token is accepted without an Origin header, and refused from a foreign origin', async () => {
  const { authorization } = shell.headers()
  const from = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'PUT',
      url: '/api/user/language',
      payload: '{"lang":"fr"}',
      headers: { host: 'parvis.test', 'content-type': 'application/json', authorization: authorization!, ...headers },
    })
  expect((await from({})).statusCode).toBe(200)
  expect((await from({ origin: shellOrigins[1] })).statusCode).toBe(200)
  // A cookie that is sent with the token is ignored.
  expect((await from({ origin: shellOrigins[1], cookie: 'parvis=x' })).statusCode).toBe(200)
  for (const origin of ['https://evil.example', 'null', 'http://localhost'])
    expect([origin, (await from({ origin })).statusCode]).toEqual([origin, 403])
  expect((await from({ 'content-type': 'text/plain' })).statusCode).toBe(415)
})
