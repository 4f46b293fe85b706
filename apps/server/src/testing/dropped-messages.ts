import { WebSocket } from 'ws'

// A planted fault, loaded before the server: every seventh message is never delivered live.
const send = WebSocket.prototype.send as (this: WebSocket, ...args: unknown[]) => void
WebSocket.prototype.send = function (this: WebSocket, ...args: unknown[]) {
  const text = String(args[0])
  const place = /^\{"event":"message\.created".*?"place":(\d+)/.exec(text)?.[1]
  if (place === undefined || Number(place) % 7 !== 0) send.apply(this, args)
} as typeof WebSocket.prototype.send
