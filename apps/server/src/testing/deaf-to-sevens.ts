import { WebSocket } from 'ws'

// A fault for checkers to find, loaded before the server: who is told of messages never hears of every seventh.
const send = WebSocket.prototype.send as (this: WebSocket, ...given: unknown[]) => void
WebSocket.prototype.send = function (this: WebSocket, ...given: unknown[]) {
  const text = String(given[0])
  const place = /^\{"event":"message\.created".*?"place":(\d+)/.exec(text)?.[1]
  if (place === undefined || Number(place) % 7 !== 0) send.apply(this, given)
} as typeof WebSocket.prototype.send
