import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { trackOwnTime } from './own-time.ts'

// A planted fault, loaded before the server: after a `maintenance` response the server sends the same response for
// twelve seconds, like a server that checks its database too rarely. The time is measured as in the tests: without the
// processor time that other programs consume.
const DURATION_MS = 12_000
const CHECK_INTERVAL_MS = 500
let isLate = false
const startRefusing = () => {
  isLate = true
  const ownTime = trackOwnTime()
  const begin = performance.now()
  const timer = setInterval(() => {
    if (ownTime(performance.now() - begin) < DURATION_MS) return
    clearInterval(timer)
    isLate = false
  }, CHECK_INTERVAL_MS)
}
const emit = Server.prototype.emit as (this: Server, name: string, ...args: unknown[]) => boolean
Server.prototype.emit = function (this: Server, name: string, ...args: unknown[]) {
  if (name !== 'request') return emit.call(this, name, ...args)
  const [, response] = args as [IncomingMessage, ServerResponse]
  if (isLate) {
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"key":"maintenance"}}')
    return true
  }
  response.once('finish', () => {
    if (response.statusCode === 503 && !isLate) startRefusing()
  })
  return emit.call(this, name, ...args)
}
