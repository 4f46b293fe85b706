import { WebSocket } from 'ws'

// A planted fault, loaded before the server: every seventh message is never delivered live.
const send = WebSocket.prototype.send as (this: WebSocket, ...given: unknown[]) => void
WebSocket.prototype.send = function (this: WebSocket, ...given: unknown[]) {
  const text = String(given[0])
  const place = /^\{"event":"message\.created".*?"place":(\d+)/.exec(text)?.[1]
  if (place === undefined || Number(place) % 7 !== 0) send.apply(this, given)
} as typeof WebSocket.prototype.send
