import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isLong } from '../../testing/long.ts'
import { multipartOf } from '../../testing/multipart.ts'
import { noisyPicture } from '../../testing/pictures.ts'
import { type LiveSockets, expectEventually, openLiveSockets } from '../../testing/live-clients.ts'
import { requestHeadOf, openSlowClient, statusOf } from '../../testing/slow-client.ts'
import { openTestServer, type TestServer, type Visitor } from '../../testing/test-server.ts'
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

const encodings: [string, (bytes: Buffer) => Buffer][] = [
  ['gzip', bytes => gzipSync(bytes)],
  ['br', bytes => brotliCompressSync(bytes)],
  ['zstd', bytes => zstdCompressSync(bytes)],
  ['deflate', bytes => bytes],
  ['gzip', bytes => gzipSync(bytes).subarray(0, 20)],
  ['zstd', bytes => bytes],
  ['foo', bytes => bytes],
  ['GZIP', bytes => gzipSync(bytes)],
  ['gzip, gzip', bytes => gzipSync(gzipSync(bytes))],
  ['x-gzip', bytes => gzipSync(bytes)],
  ['identity, gzip', bytes => gzipSync(bytes)],
  ['*', bytes => bytes],
]

describe('a compressed body', () => {
  it('is refused with 415 on every route, whether valid or broken', async () => {
    const found: string[] = []
    const routes = server.app.servedRoutes.filter(({ method }) => method !== 'GET')
    const { payload, headers } = multipartOf([['description', 'Bonjour']])
    for (const [at, { method, path }] of routes.entries()) {
      for (const [kind, [encoding, pack]] of encodings.entries()) {
        if (!isLong && (at + kind) % encodings.length > 2) continue
        for (const [type, body] of [
          ['application/json', Buffer.from('{"description":"Bonjour"}')],
          [headers['content-type']!, payload],
        ] as const) {
          const reply = await neighbor.send({
            method,
            url: path,
            payload: pack(body),
            headers: { 'content-type': type, 'content-encoding': encoding },
          })
          if (reply.status !== 415 || reply.error.key !== 'unsupportedmedia')
            found.push(`${method} ${path} ${encoding}: ${reply.status}`)
        }
      }
    }
    expect([routes.length > 10, found]).toEqual([true, []])
  })

  it('is accepted when its encoding is identity', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
    expect(
      (await neighbor.send({ method: 'POST', url: '/events/publish', payload: '{"description":"Bonjour"}', headers }))
        .status,
    ).toBe(200)
  })

  it('is refused at once, even if it is a large upload', async () => {
    const { payload, headers } = multipartOf([['files', await noisyPicture(500, 200).png().toBuffer()]])
    const body = gzipSync(payload)
    expect(body.length).toBeGreaterThan(200_000)
    const client = await openSlowClient(sockets.host)
    client.socket.write(
      requestHeadOf(sockets.host, 'POST', '/media', neighbor, {
        ...headers,
        'content-encoding': 'gzip',
        'content-length': body.length,
      }),
    )
    client.socket.write(body)
    await expectEventually(() => statusOf(client), 415, TIMEOUT_MS)
    client.socket.destroy()
  })
})
