import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { cookieOf } from './live-clients.ts'
import type { Visitor } from './test-server.ts'

/** A raw TCP connection that the test writes to byte by byte. */
export interface SlowClient {
  socket: Socket
  received(): string
  /** Resolves when the connection has been closed by either side. */
  closed: Promise<void>
  isOpen(): boolean
}

export const openSlowClient = (host: string): Promise<SlowClient> =>
  new Promise(done => {
    const [hostname, port] = host.split(':') as [string, string]
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () =>
      done({ socket, received: () => String(Buffer.concat(chunks)), closed, isOpen: () => !socket.closed }),
    )
    const closed = new Promise<void>(resolve => socket.once('close', () => resolve()))
    socket.on('data', chunk => chunks.push(chunk))
    // The server may close the connection during a write.
    socket.on('error', () => {})
  })

export const requestHeadOf = (
  host: string,
  method: string,
  path: string,
  visitor: Visitor | null,
  headers: Record<string, string | number> = {},
): string => {
  const lines = Object.entries({
    host,
    origin: `http://${host}`,
    ...(visitor && { cookie: cookieOf(visitor) }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

export const closesWithin = (client: SlowClient, ms: number): Promise<boolean> =>
  Promise.race([client.closed.then(() => true), wait(ms, false)])

export const statusOf = (client: SlowClient): number => Number(/^HTTP\/1\.1 (\d+)/.exec(client.received())?.[1] ?? 0)

/**
 * The accept queue of the system holds about this many connections. Further ones appear connected to the client, but
 * the server does not know them.
 */
const MAX_CONCURRENT_CONNECTS = 100
/** Opens `count` connections, up to `MAX_CONCURRENT_CONNECTS` at a time. */
export const openInBatches = async <T>(count: number, open: (at: number) => Promise<T>): Promise<T[]> => {
  const opened: T[] = []
  while (opened.length < count) {
    const batch = Array.from({ length: Math.min(MAX_CONCURRENT_CONNECTS, count - opened.length) }, (_, at) =>
      open(opened.length + at),
    )
    opened.push(...(await Promise.all(batch)))
  }
  return opened
}
