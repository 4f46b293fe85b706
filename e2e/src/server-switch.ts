import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type Connected = (this: Server, socket: Socket) => void

/** What becomes of who comes to the address of a server: it is answered, waits for ever, or reaches nobody. */
type Reach = 'open' | 'silent' | 'gone'

/**
 * Takes a server that listens away, or puts another one in its place, at the same address: at an address of its own a
 * service worker would store the whole app once more.
 */
export const switchServer = (server: Server) => {
  const listeners = server.listeners('connection') as Connected[]
  const sockets = new Set<Socket>()
  let reach: Reach = 'open'
  let target = server
  const hand = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (reach === 'gone') socket.destroy()
    else if (reach === 'open')
      if (target === server) for (const connected of listeners) connected.call(server, socket)
      else target.emit('connection', socket)
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.removeAllListeners('connection')
  server.on('connection', hand)
  // those that a browser has kept from before
  server.closeAllConnections()
  return {
    set reach(next: Reach) {
      reach = next
      cut()
    },
    /** From now on this one answers; undefined: the server itself. */
    leadTo(other?: Server): void {
      target = other ?? server
      cut()
    },
    /** As it was before. */
    end(): void {
      server.removeAllListeners('connection')
      for (const connected of listeners) server.on('connection', connected)
      cut()
    },
  }
}
