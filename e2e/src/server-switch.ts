import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type Connected = (this: Server, socket: Socket) => void

/** What happens to new connections: they are answered, never answered, or refused. */
type Reach = 'open' | 'silent' | 'gone'

/**
 * Makes a listening server unreachable, or puts another one in its place at the same origin: at a new origin a service
 * worker would store the whole app again.
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
  // closes the keep-alive connections of browsers
  server.closeAllConnections()
  return {
    set reach(next: Reach) {
      reach = next
      cut()
    },
    /** Sends new connections to another server; undefined: to the original one. */
    leadTo(other?: Server): void {
      target = other ?? server
      cut()
    },
    /** Restores the original server. */
    end(): void {
      server.removeAllListeners('connection')
      for (const connected of listeners) server.on('connection', connected)
      cut()
    },
  }
}
