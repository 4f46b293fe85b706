import net from 'node:net'
import { join } from 'node:path'

/**
 * A TCP proxy in front of PostgreSQL that delays, pauses, cuts and redirects connections, as networks and failovers do.
 */
export interface DatabaseProxy {
  port: number
  /** Delay of every chunk in each direction, in milliseconds. */
  delayMs: number
  /** While true, no bytes pass and no error is reported. */
  isPaused: boolean
  /** Redirects new connections to the PostgreSQL that listens in this folder, and cuts the open ones. */
  moveTo(socketFolder: string): void
  cut(): void
  close(): Promise<void>
}

export const startDatabaseProxy = async (socketFolder: string): Promise<DatabaseProxy> => {
  let folder = socketFolder
  const open = new Set<net.Socket>()
  const server = net.createServer(client => {
    const upstream = net.connect(join(folder, '.s.PGSQL.5432'))
    const forward = (from: net.Socket, to: net.Socket) => {
      let last = Promise.resolve()
      open.add(from)
      from.on('data', piece => {
        const due = performance.now() + proxy.delayMs
        last = last.then(async () => {
          while (proxy.isPaused || performance.now() < due)
            await new Promise(done => setTimeout(done, Math.max(5, due - performance.now())))
          to.write(piece)
        })
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        open.delete(from)
        to.destroy()
      })
    }
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  const proxy: DatabaseProxy = {
    port: (server.address() as net.AddressInfo).port,
    delayMs: 0,
    isPaused: false,
    cut,
    moveTo(target) {
      folder = target
      cut()
    },
    async close() {
      proxy.isPaused = false
      cut()
      await new Promise(done => server.close(done))
    },
  }
  return proxy
}
