import type { Server } from 'node:http'
import type { Socket } from 'node:net'

type ConnectionListener = (this: Server, socket: Socket) => void

type Reach = 'open' | 'silent' | 'gone'

/**
 * Lets a test cut off (`reach`) or replace the server at its origin, since at another origin a service worker would
 * store the app again. `silent`: connections get no response; `gone`: they are closed.
 */
export const createServerSwitch = (server: Server) => {
  const listeners = server.listeners('connection') as ConnectionListener[]
  const sockets = new Set<Socket>()
  let reach: Reach = 'open'
  let target = server
  const dispatch = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (reach === 'gone') socket.destroy()
    else if (reach === 'open')
      if (target === server) for (const listener of listeners) listener.call(server, socket)
      else target.emit('connection', socket)
  }
  const closeSockets = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.removeAllListeners('connection')
  server.on('connection', dispatch)
  // Closes the keep-alive connections of browsers.
  server.closeAllConnections()
  return {
    set reach(next: Reach) {
      reach = next
      closeSockets()
    },
    /** Sends new connections to another server, or to the original one if undefined. */
    connectTo(other?: Server): void {
      target = other ?? server
      closeSockets()
    },
    restore(): void {
      server.removeAllListeners('connection')
      for (const listener of listeners) server.on('connection', listener)
      closeSockets()
    },
  }
}
