// Slow, endless or aborted request bodies: the server refuses the request or closes the connection, and other users are
// not affected.
import { MAX_UPLOADS_PER_MEMBER } from './uploads.ts'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Media } from '@parvis/contract/entity.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { reportFigures } from '../../testing/figures.ts'
import { isLong, iterationsOf } from '../../testing/long.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { asMembers, asPerson } from '../../testing/people.ts'
import { noisyPicture } from '../../testing/pictures.ts'
import { type LiveSockets, expectEventually, openLiveSockets } from '../../testing/live-clients.ts'
import {
  requestHeadOf,
  closesWithin,
  openInBatches,
  openSlowClient,
  type SlowClient,
  statusOf,
} from '../../testing/slow-client.ts'
import { serverErrorsOf } from '../../testing/server-errors.ts'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'
import type * as SlowConnections from './slow-connections.ts'

/** Fault injection: body timeouts are not enforced. */
const faults = vi.hoisted(() => ({ skipsBodyTimeouts: false }))
vi.mock('./slow-connections.ts', async original => {
  const real = await original<typeof SlowConnections>()
  return {
    ...real,
    watchBodies: (...given: Parameters<typeof real.watchBodies>) =>
      faults.skipsBodyTimeouts ? undefined : real.watchBodies(...given),
  }
})

const STALLED = iterationsOf('STALLED', 20, 500)
const IDLE = 2 * STALLED
const times = { head: 1000, body: 1000, refused: 400, stalled: 1000, idle: 2000, check: 100 }
const TIMEOUT_MS = 15_000

let server: TestServer
let sockets: LiveSockets
let neighbor: Visitor
beforeAll(async () => {
  server = await openTestServer('demo', { times })
  sockets = await openLiveSockets(server)
  neighbor = await server.as('neighbor')
})
beforeEach(async () => {
  await server.db.deleteFrom('attempts').execute()
})
afterAll(() => server.close())

const serverErrors = (visitor: Visitor) => serverErrorsOf(server, visitor)

const openStalledRequest = async (
  method: string,
  path: string,
  headers: Record<string, string | number>,
  first: string | Buffer = '',
  visitor: Visitor | null = neighbor,
): Promise<SlowClient> => {
  const client = await openSlowClient(sockets.host)
  client.socket.write(requestHeadOf(sockets.host, method, path, visitor, headers))
  if (first.length > 0) client.socket.write(first)
  return client
}
const uploadSmallPicture = async (visitor: Visitor) =>
  visitor.send({
    method: 'POST',
    url: '/media',
    ...multipartOf([['files', await noisyPicture(40, 30).png().toBuffer()]]),
  })
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=x' }
const firstPart = '--x\r\ncontent-disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n'

const stalledRequests = (): [string, () => Promise<SlowClient>][] => [
  [
    'a log-in of one letter',
    () => openStalledRequest('POST', '/api/auth', { ...json, 'content-length': 200 }, '{', null),
  ],
  [
    'a log-in in pieces',
    () => openStalledRequest('POST', '/api/auth', { ...json, 'transfer-encoding': 'chunked' }, '1\r\n{\r\n', null),
  ],
  ['a post of no letter', () => openStalledRequest('POST', '/events/publish', { ...json, 'content-length': 200 })],
  [
    'an upload without its picture',
    () => openStalledRequest('POST', '/media', { ...form, 'content-length': 5_000_000 }, firstPart),
  ],
  [
    'an upload in the middle',
    () =>
      openStalledRequest('POST', '/media', { ...form, 'content-length': 5_000_000 }, firstPart + 'x'.repeat(100_000)),
  ],
  [
    "a stranger's upload",
    () => openStalledRequest('POST', '/media', { ...form, 'content-length': 5_000_000 }, firstPart, null),
  ],
  ['a body for a page', () => openStalledRequest('GET', '/healthz', { 'content-length': 100 })],
  ['a body for what is not there', () => openStalledRequest('POST', '/nothing', { ...json, 'content-length': 100 })],
  ['a body for no address', () => openStalledRequest('POST', '/%zz', { ...json, 'content-length': 100 })],
  [
    'a packed body',
    () => openStalledRequest('POST', '/media', { ...form, 'content-encoding': 'gzip', 'content-length': 5000 }),
  ],
  [
    'half a head',
    async () => {
      const client = await openSlowClient(sockets.host)
      client.socket.write('POST /api/auth HTTP/1.1\r\nhost: x\r\nx-a')
      return client
    },
  ],
  ['no word', () => openSlowClient(sockets.host)],
]

const findStillOpen = async (kinds: [string, () => Promise<SlowClient>][], ms: number) => {
  const clients = await Promise.all(kinds.map(async ([name, begin]) => ({ name, client: await begin() })))
  const closed = await Promise.all(clients.map(({ client }) => closesWithin(client, ms)))
  for (const { client } of clients) client.socket.destroy()
  return clients.flatMap(({ name }, at) => (closed[at] ? [] : name))
}

describe('a stalled connection', () => {
  it(
    'is closed, at whatever point the request stalled',
    async () => {
      expect(await findStillOpen(stalledRequests(), TIMEOUT_MS)).toEqual([])
      expect(await serverErrors(neighbor)).toBe('')
    },
    2 * TIMEOUT_MS,
  )

  it(
    'is closed when the client does not read the response',
    async () => {
      const client = await openSlowClient(sockets.host)
      client.socket.pause()
      const { headers } = await neighbor.send({ method: 'GET', url: '/docs/api' })
      const often = Math.ceil(10_000_000 / Number(headers['content-length']))
      client.socket.write(requestHeadOf(sockets.host, 'GET', '/docs/api', null).repeat(often))
      const connections = () =>
        new Promise<number>(done => void server.app.server.getConnections((_, count) => done(count)))
      await vi.waitFor(async () => expect(await connections()).toBe(0), { timeout: 2 * TIMEOUT_MS, interval: 100 })
      client.socket.destroy()
    },
    3 * TIMEOUT_MS,
  )

  it.runIf(isLong)(
    'is reported as still open if body timeouts are not enforced',
    async () => {
      faults.skipsBodyTimeouts = true
      const other = await openTestServer('empty', { times: { ...times, idle: 2 * TIMEOUT_MS } })
      faults.skipsBodyTimeouts = false
      const previous = sockets
      sockets = await openLiveSockets(other)
      const open = await findStillOpen(
        [
          [
            'a log-in of one letter',
            () => openStalledRequest('POST', '/api/auth', { ...json, 'content-length': 200 }, '{', null),
          ],
        ],
        times.body * 3,
      )
      sockets = previous
      await other.close()
      expect(open).toHaveLength(1)
    },
    2 * TIMEOUT_MS,
  )
})

describe('a slow upload', () => {
  it('is accepted as long as data arrives, even beyond the stall timeout', async () => {
    const { payload, headers } = multipartOf([['files', await noisyPicture(400, 300).png().toBuffer()]])
    const client = await openStalledRequest('POST', '/media', { ...headers, 'content-length': payload.length })
    const began = performance.now()
    const piece = 20_000
    for (let at = 0; at < payload.length; at += piece) {
      client.socket.write(payload.subarray(at, at + piece))
      // pause: a client that sends slowly
      await wait(150)
    }
    expect(performance.now() - began).toBeGreaterThan(times.stalled * 2)
    await expectEventually(() => statusOf(client), 200, TIMEOUT_MS)
    client.socket.destroy()
  }, 60_000)

  it('frees its slot when it is aborted, so that a user who aborted many can upload again', async () => {
    const { visitor } = await asPerson(server, { email: 'leaver@test.example', community: 'les-tilleuls' })
    const sockets: Socket[] = []
    const recordSocket = (socket: Socket) => void sockets.push(socket)
    server.app.server.on('connection', recordSocket)
    onTestFinished(() => void server.app.server.off('connection', recordSocket))
    for (const body of ['', firstPart.slice(0, 30), firstPart, firstPart + 'x'.repeat(300_000)]) {
      const left = await Promise.all(
        Array.from({ length: MAX_UPLOADS_PER_MEMBER }, () =>
          openStalledRequest('POST', '/media', { ...form, 'content-length': 5_000_000 }, body, visitor),
        ),
      )
      await vi.waitFor(() => expect(sockets.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(left.length), {
        timeout: TIMEOUT_MS,
        interval: 5,
      })
      for (const { socket } of left) socket.destroy()
      sockets.length = 0
    }
    await vi.waitFor(async () => expect(((await uploadSmallPicture(visitor)).answer as Media).width).toBe(40), {
      timeout: TIMEOUT_MS,
    })
  }, 60_000)

  it('counts towards the uploads that a member may have in progress', async () => {
    const { visitor } = await asPerson(server, { email: 'many@test.example', community: 'les-tilleuls' })
    const clients = await Promise.all(
      Array.from({ length: MAX_UPLOADS_PER_MEMBER + 3 }, () =>
        openStalledRequest('POST', '/media', { ...form, 'content-length': 5_000_000 }, firstPart, visitor),
      ),
    )
    await expectEventually(() => clients.filter(client => statusOf(client) === 429).length, 3, TIMEOUT_MS)
    expect((await uploadSmallPicture(neighbor)).status).toBe(200)
    for (const { socket } of clients) socket.destroy()
  }, 60_000)
})

it(
  'an endless body is cut off at the size limit',
  async () => {
    const client = await openStalledRequest('POST', '/events/publish', { ...json, 'transfer-encoding': 'chunked' })
    const piece = Buffer.concat([Buffer.from('4000\r\n'), Buffer.alloc(0x4000, 'x'), Buffer.from('\r\n')])
    // pause: a client that sends without end
    const sending = setInterval(() => client.isOpen() && client.socket.write(piece), 5)
    const closed = await closesWithin(client, TIMEOUT_MS)
    clearInterval(sending)
    expect([closed, statusOf(client)]).toEqual([true, 413])
  },
  2 * TIMEOUT_MS,
)

it(
  'a live connection stays open beyond the timeout of idle connections',
  async () => {
    const screen = await sockets.open(neighbor)
    // pause: longer than the timeout of an idle connection
    await wait(times.idle * 1.5)
    screen.socket.send('{"event":"ping"}')
    await expectEventually(() => screen.frames.filter(({ event }) => event === 'pong').length, 1, TIMEOUT_MS)
    expect(screen.closed).toBeNull()
    screen.socket.terminate()
  },
  2 * TIMEOUT_MS,
)

it(`${STALLED} stalled and ${IDLE} idle connections do not slow down other clients, and all are closed at the end`, async () => {
  const members = await asMembers(server, 4)
  const calls = async () => {
    const took: number[] = []
    await Promise.all(
      members.map(async ({ visitor }) => {
        for (let count = 0; count < 25; count++) {
          const began = performance.now()
          const response = await fetch(`http://${sockets.host}/events`, {
            headers: { cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          })
          await response.text()
          if (response.status !== 200) throw new Error(`other users get status ${response.status}`)
          took.push(performance.now() - began)
        }
      }),
    )
    took.sort((a, b) => a - b)
    return Math.round(took[Math.floor(took.length * 0.99)]!)
  }
  const alone = await calls()
  const kinds = stalledRequests()
  const [stalled, idle] = await Promise.all([
    openInBatches(STALLED, at => kinds[at % (kinds.length - 1)]![1]()),
    openInBatches(IDLE, () => openSlowClient(sockets.host)),
  ])
  const among = await calls()
  const closed = await Promise.all([...stalled, ...idle].map(client => closesWithin(client, 2 * TIMEOUT_MS)))
  for (const { socket } of [...stalled, ...idle]) socket.destroy()
  expect([closed.filter(one => !one).length, await serverErrors(neighbor)]).toEqual([0, ''])
  if (process.env.STALLED)
    reportFigures('slow bodies', null, {
      stalled: STALLED,
      idle: IDLE,
      findStillOpen: 0,
      p99MsAlone: alone,
      p99MsAmong: among,
    })
}, 120_000)
