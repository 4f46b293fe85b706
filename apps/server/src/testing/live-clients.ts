import type { AddressInfo } from 'node:net'
import { SOCKET_PATH, type ServerFrame, type ServerMessages } from '@parvis/contract/realtime.ts'
import { expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { isShellVisitor } from './shells.ts'
import { openTestServer, type TestServer, type Visitor } from './test-server.ts'

/** A live connection of a visitor with the received frames in order. */
export interface LiveClient {
  socket: WebSocket
  frames: ServerFrame[]
  /** Set when the connection is closed; `at` in milliseconds of `performance.now()`. */
  closed: { code: number; reason: string; at: number } | null
  received<K extends keyof ServerMessages>(event: K): ServerMessages[K][]
}

/** Headers to send; undefined removes a header that our web app sends. */
type Headers = Record<string, string | undefined>
const withoutUndefined = (headers: Headers) =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))

export interface LiveSockets {
  host: string
  /** Opens a live connection; rejects with the status when the upgrade is refused. */
  open(visitor: Visitor | null, headers?: Headers, path?: string): Promise<LiveClient>
  /** Returns the response to an upgrade request; its status is 101 when the upgrade is accepted. */
  tryUpgrade(
    visitor: Visitor | null,
    headers?: Headers,
    path?: string,
  ): Promise<{ status: number; type: string | undefined; key: string | undefined }>
}

export const cookieOf = (visitor: Visitor | null): string =>
  [...(visitor?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')

/** Makes the server listen on a free port, because injected requests cannot open WebSockets. */
export const openLiveSockets = async ({ app }: TestServer): Promise<LiveSockets> => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const host = `127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const connect = (visitor: Visitor | null, headers: Headers = {}, path: string = SOCKET_PATH) => {
    const cookie = cookieOf(visitor)
    const shell = isShellVisitor(visitor) ? visitor : null
    return new WebSocket(`ws://${host}${path}`, shell?.protocols() ?? [], {
      perMessageDeflate: false,
      headers: withoutUndefined({ origin: shell?.origin ?? `http://${host}`, ...(cookie && { cookie }), ...headers }),
    })
  }
  return {
    host,
    open: (visitor, headers, path) =>
      new Promise((done, failed) => {
        const socket = connect(visitor, headers, path)
        const client: LiveClient = {
          socket,
          frames: [],
          closed: null,
          received: event =>
            client.frames.flatMap(frame => (frame.event === event && 'data' in frame ? [frame.data] : [])) as never,
        }
        socket.on('message', data => void client.frames.push(JSON.parse(String(data)) as ServerFrame))
        socket.on('close', (code, reason) => {
          client.closed = { code, reason: String(reason), at: performance.now() }
        })
        socket.on('open', () => done(client))
        socket.on('error', failed)
      }),
    tryUpgrade: (visitor, headers, path) =>
      new Promise((done, failed) => {
        const socket = connect(visitor, headers, path)
        socket.on('error', failed)
        socket.on('open', () => {
          socket.terminate()
          done({ status: 101, type: undefined, key: undefined })
        })
        socket.on('unexpected-response', (_request, response) => {
          let body = ''
          response.on('data', chunk => {
            body += String(chunk)
          })
          response.on('end', () =>
            done({
              status: response.statusCode!,
              type: response.headers['content-type'],
              key: body.startsWith('{') ? (JSON.parse(body) as { error: { key: string } }).error.key : body,
            }),
          )
        })
      }),
  }
}

export const openLiveServer = async (
  options?: Parameters<typeof openTestServer>[1],
): Promise<{ server: TestServer; sockets: LiveSockets }> => {
  const server = await openTestServer('demo', options)
  return { server, sockets: await openLiveSockets(server) }
}

/** Resolves when the connection has received all frames that earlier calls and frames have caused. */
export const waitForAllFrames = async ({ settled }: TestServer, client: LiveClient): Promise<void> => {
  const roundTrip = async () => {
    const pongs = () => client.frames.filter(({ event }) => event === 'pong').length
    const before = pongs()
    client.socket.send('{"event":"ping"}')
    await expectEventually(() => pongs() > before, true)
  }
  await roundTrip()
  await settled()
  await roundTrip()
}

/** Polls until `readValue` returns `expected`; fails with the last value. */
export const expectEventually = <T>(readValue: () => T, expected: T, timeout = 40_000): Promise<void> =>
  vi.waitFor(() => expect(readValue()).toEqual(expected), { timeout, interval: 5 })
