import { type IncomingMessage, Server, type ServerResponse } from 'node:http'
import { watchOwnTime } from './own-time.ts'

// A planted fault, loaded before the server: after a maintenance answer it keeps giving it for twelve seconds, like a
// server that checks its database too rarely. The time counts as in the tests, without what other programs take of the
// machine.
const LASTS_MS = 12_000
const LOOKS_EVERY_MS = 500
let isLate = false
const beLate = () => {
  isLate = true
  const ownTime = watchOwnTime()
  const begin = performance.now()
  const looking = setInterval(() => {
    if (ownTime(performance.now() - begin) < LASTS_MS) return
    clearInterval(looking)
    isLate = false
  }, LOOKS_EVERY_MS)
}
const emit = Server.prototype.emit as (this: Server, name: string, ...given: unknown[]) => boolean
Server.prototype.emit = function (this: Server, name: string, ...given: unknown[]) {
  if (name !== 'request') return emit.call(this, name, ...given)
  const [, response] = given as [IncomingMessage, ServerResponse]
  if (isLate) {
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"key":"maintenance"}}')
    return true
  }
  response.once('finish', () => {
    if (response.statusCode === 503 && !isLate) beLate()
  })
  return emit.call(this, name, ...given)
}
