import { type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { PING_INTERVAL_MS } from '@parvis/contract/realtime.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  cookieOf,
  type LiveSockets,
  expectEventually,
  openLiveServer,
  type LiveClient,
} from '#server/testing/live-clients.ts'
import type { TestServer, Visitor } from '#server/testing/test-server.ts'
import type * as Origin from '#server/kernel/http/origin.ts'
import { SOCKETS_PER_USER } from './realtime.service.ts'

/** Planted fault: a server that does not check the origin. */
const faults = vi.hoisted(() => ({ anyOrigin: false }))
vi.mock('../../kernel/http/origin.ts', async original => {
  const real = await original<typeof Origin>()
  return {
    isOwnOrigin: (...args: Parameters<typeof real.isOwnOrigin>) => faults.anyOrigin || real.isOwnOrigin(...args),
  }
})

let server: TestServer
let sockets: LiveSockets
const screens: LiveClient[] = []

beforeAll(async () => {
  // Only the heartbeat uses fake timers, which tests advance by hand.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const live = await openLiveServer({ settings: { publicUrl: new URL('http://parvis.example') } })
  server = live.server
  sockets = live.sockets
})
afterEach(async () => {
  faults.anyOrigin = false
  for (const { socket } of screens.splice(0)) socket.terminate()
  // A socket that stays open is found by the time limit of this hook.
  // pause: between two checks
  while ((await openSockets()) > 0) await wait(5)
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

const openSockets = async () => Number(/^parvis_sockets (\d+)/m.exec(await server.app.metrics.formatText())?.[1])
const open = async (visitor: Visitor, headers?: Record<string, string>) => {
  const screen = await sockets.open(visitor, headers)
  screens.push(screen)
  return screen
}
const ask = async (screen: LiveClient, text: string | Buffer) => {
  const before = screen.frames.length
  screen.socket.send(text)
  await expectEventually(() => screen.frames.length > before, true)
  return screen.frames.at(-1)
}

/** Sends a request with headers that `fetch` does not send; returns the status and the body of the response. */
const fetchRaw = (path: string, headers: Record<string, string>) =>
  new Promise<[number | undefined, string]>((done, failed) => {
    const read = (reply: IncomingMessage) => {
      let body = ''
      reply
        .on('data', chunk => {
          body += String(chunk)
        })
        .on('end', () => done([reply.statusCode, body]))
    }
    request(`http://${sockets.host}${path}`, { headers }, read).on('error', failed).end()
  })

describe('the upgrade to a WebSocket', () => {
  it('is refused without a session, with an invalid one, and with an incomplete profile', async () => {
    const json = 'application/json; charset=utf-8'
    expect(await sockets.tryUpgrade(null)).toEqual({ status: 401, type: json, key: 'nosession' })
    const unknownVisitor = server.visitor()
    unknownVisitor.cookies.set('parvis', 'x'.repeat(43))
    expect(await sockets.tryUpgrade(unknownVisitor)).toMatchObject({ status: 401, key: 'nosession' })
    const newcomer = await server.as('neighbor2')
    await server.db
      .updateTable('users')
      .set({ need_update: true })
      .where(
        'pseudo',
        '=',
        ((await newcomer.send({ method: 'GET', url: '/api/auth' })) as { answer: { pseudo: string } }).answer.pseudo,
      )
      .execute()
    server.clock.aheadMs += 31_000
    expect(await sockets.tryUpgrade(newcomer)).toMatchObject({ status: 401, key: 'nosession' })
    await server.db.updateTable('users').set({ need_update: false }).where('need_update', '=', true).execute()
  })

  it.each(['/', '/socket/', '/socketx', '/events', '/media', '//socket', '/socket%20'])(
    'returns 404 at %s',
    async path => {
      expect(await sockets.tryUpgrade(await server.as('neighbor'), {}, path)).toMatchObject({
        status: 404,
        type: expect.stringContaining('json'),
        key: 'error404',
      })
    },
  )

  it('is refused with a JSON error when it is no valid WebSocket upgrade', async () => {
    const visitor = await server.as('neighbor')
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      cookie: cookieOf(visitor),
      origin: `http://${sockets.host}`,
    }
    for (const broken of [
      { 'sec-websocket-version': '13', 'sec-websocket-key': '' },
      { 'sec-websocket-version': '13', 'sec-websocket-key': 'short' },
      { 'sec-websocket-version': '7', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' },
    ]) {
      expect(await fetchRaw('/socket', { ...headers, ...broken })).toEqual([400, '{"error":{"key":"badrequest"}}'])
    }
    const { status, error } = await visitor.send({ method: 'GET', url: '/socket' })
    expect([status, error.key]).toEqual([404, 'error404'])
  })

  it('is ignored when a client asks for another protocol than WebSocket: the request is answered over HTTP', async () => {
    expect(await fetchRaw('/healthz', { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' })).toEqual([
      200,
      '{"status":"ok"}',
    ])
  })
})

/** Foreign origins, tried with the cookie of a member who is logged in. */
const foreign: Record<string, string | undefined>[] = [
  ...[
    'https://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1:1',
    'null',
    '',
    'file://',
    'http://parvis.example.evil.example',
    'https://parvis.example',
    'http://parvis.example:8080',
    'http://localhost',
    'javascript:alert(1)',
    'http://evil.example#127.0.0.1',
  ].map(origin => ({ origin })),
  ...['cross-site', 'same-site', 'x'].map(site => ({ origin: undefined, 'sec-fetch-site': site })),
  { origin: undefined },
]
const admitted = async (visitor: Visitor) => {
  const answers = await Promise.all(
    foreign.map(async headers => ({ headers, ...(await sockets.tryUpgrade(visitor, headers)) })),
  )
  return answers
    .filter(({ status, key }) => status !== 403 || key !== 'forbidden')
    .map(({ headers, status }) => `${JSON.stringify(headers)}: ${status}`)
}

describe('a page of another site', () => {
  it('cannot connect with the cookie of a member who is logged in', async () => {
    expect(await admitted(await server.as('neighbor'))).toEqual([])
  })

  it('would connect if the origin were not checked', async () => {
    faults.anyOrigin = true
    expect(await admitted(await server.as('neighbor'))).toHaveLength(foreign.length)
  })

  it('is distinguished from our own pages, which have two origins', async () => {
    await open(await server.as('neighbor'))
    await open(await server.as('neighbor'), { origin: 'http://parvis.example' })
    expect(await openSockets()).toBe(2)
  })
})

describe('a frame', () => {
  it('that is a ping is answered with the time', async () => {
    const frame = await ask(await open(await server.as('neighbor')), '{"event":"ping"}')
    expect(frame).toEqual({ event: 'pong', serverDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) })
  })

  it.each([
    '',
    '{',
    'ping',
    '"ping"',
    'null',
    '[]',
    '1',
    '{}',
    '{"event":1}',
    '{"event":["ping"]}',
    '{"event":"PING"}',
    '{"event":"message","text":"x"}',
    '[{"event":"ping"}]',
    '['.repeat(60_000),
  ])('that is invalid is refused, and the connection stays open: case %#', async text => {
    const screen = await open(await server.as('neighbor'))
    expect(await ask(screen, text)).toEqual({ event: 'error', error: { key: 'badrequest' } })
    expect(await ask(screen, '{"event":"ping"}')).toMatchObject({ event: 'pong' })
  })

  it('must not be binary', async () => {
    expect(await ask(await open(await server.as('neighbor')), Buffer.from('{"event":"ping"}'))).toEqual({
      event: 'error',
      error: { key: 'badrequest' },
    })
  })

  it('over the size limit closes the connection with code 1009', async () => {
    const screen = await open(await server.as('neighbor'))
    screen.socket.send('x'.repeat(64 * 1024 + 1))
    await expectEventually(() => screen.closed?.code, 1009)
  })

  it('over the rate limit is refused until the window has passed', async () => {
    const screen = await open(await server.as('neighbor'))
    const now = vi.spyOn(performance, 'now')
    now.mockReturnValue(1e9)
    for (let count = 0; count < 70; count++) screen.socket.send('{"event":"ping"}')
    await expectEventually(() => screen.frames.length, 70)
    expect(screen.frames.filter(({ event }) => event === 'pong')).toHaveLength(60)
    expect(screen.frames.filter(({ event }) => event === 'error')).toEqual(
      Array.from({ length: 10 }, () => ({ event: 'error', error: { key: 'toomanyrequests', retryAfter: 10 } })),
    )
    now.mockReturnValue(1e9 + 9001)
    expect(await ask(screen, 'x')).toEqual({ event: 'error', error: { key: 'toomanyrequests', retryAfter: 1 } })
    now.mockReturnValue(1e9 + 10_000)
    expect(await ask(screen, '{"event":"ping"}')).toMatchObject({ event: 'pong' })
    now.mockRestore()
  })
})

describe('a live connection', () => {
  it('is one of five per user: the sixth closes the oldest', async () => {
    const visitor = await server.as('neighbor')
    const other = await open(await server.as('employee'))
    const mine: LiveClient[] = []
    for (let count = 0; count < SOCKETS_PER_USER; count++) mine.push(await open(visitor))
    expect(await openSockets()).toBe(SOCKETS_PER_USER + 1)
    mine.push(await open(await server.as('neighbor')))
    await expectEventually(
      () => mine.map(({ closed }) => closed?.code),
      [4008, undefined, undefined, undefined, undefined, undefined],
    )
    expect([other.closed, await openSockets()]).toEqual([null, SOCKETS_PER_USER + 1])
  })

  it('is terminated when the client has been silent for two and a half ping intervals', async () => {
    const [silent, alive] = [await open(await server.as('neighbor')), await open(await server.as('employee'))]
    vi.advanceTimersByTime(PING_INTERVAL_MS)
    await ask(alive, '{"event":"ping"}')
    vi.advanceTimersByTime(1.5 * PING_INTERVAL_MS)
    expect([silent.closed, alive.closed]).toEqual([null, null])
    vi.advanceTimersByTime(5000)
    await expectEventually(() => [silent.closed?.code, alive.closed], [1006, null])
  })

  it('is closed when its session has expired', async () => {
    const screen = await open(await server.as('employee'))
    server.clock.aheadMs += 13 * 3_600_000
    screen.socket.send('{"event":"ping"}')
    await expectEventually(() => screen.closed?.code, 4001)
    expect(screen.frames).toEqual([{ event: 'session.revoked', data: { reason: 'logout' } }])
    server.clock.aheadMs = 0
  })

  it('is closed at once when the server stops', async () => {
    const { server: other, sockets: otherConnector } = await openLiveServer()
    const screen = await otherConnector.open(await other.as('neighbor'))
    const before = performance.now()
    await other.app.close()
    expect([screen.closed?.code, performance.now() - before < 2000]).toEqual([1001, true])
    await other.close()
  })
})
