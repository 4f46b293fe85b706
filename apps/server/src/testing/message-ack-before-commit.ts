import { WebSocket } from 'ws'

// A planted fault, loaded before the server: a message is acknowledged when it arrives, whether or not it is stored.
const emit = WebSocket.prototype.emit as (this: WebSocket, name: string, ...given: unknown[]) => boolean
WebSocket.prototype.emit = function (this: WebSocket, name: string, ...given: unknown[]) {
  if (name !== 'message') return emit.call(this, name, ...given)
  const frame = JSON.parse(String(given[0])) as { event: string; tmpId?: string }
  if (frame.event !== 'message') return emit.call(this, name, ...given)
  this.send(JSON.stringify({ event: 'sent', tmpId: frame.tmpId, message: { _id: frame.tmpId } }))
  setTimeout(() => emit.call(this, name, ...given), 400)
  return true
} as typeof WebSocket.prototype.emit
