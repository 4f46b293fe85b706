import { WebSocket } from 'ws'

// A planted fault, loaded before the server: a message is acknowledged when it arrives, whether or not it is stored.
const emit = WebSocket.prototype.emit as (this: WebSocket, name: string, ...args: unknown[]) => boolean
WebSocket.prototype.emit = function (this: WebSocket, name: string, ...args: unknown[]) {
  if (name !== 'message') return emit.call(this, name, ...args)
  const frame = JSON.parse(String(args[0])) as { event: string; tmpId?: string }
  if (frame.event !== 'message') return emit.call(this, name, ...args)
  this.send(JSON.stringify({ event: 'sent', tmpId: frame.tmpId, message: { _id: frame.tmpId } }))
  setTimeout(() => emit.call(this, name, ...args), 400)
  return true
} as typeof WebSocket.prototype.emit
