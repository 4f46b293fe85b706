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

export const openClient = (host: string): Promise<SlowClient> =>
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

export const headOf = (
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
