import { type IncomingMessage, Server, type ServerResponse } from 'node:http'

// A fault for checkers to find, loaded before the server: once it has said maintenance it goes on saying so for
// fifteen seconds, as a server that looks after its database too rarely.
const LASTS_MS = 15_000
let until = 0
const emit = Server.prototype.emit as (this: Server, name: string, ...given: unknown[]) => boolean
Server.prototype.emit = function (this: Server, name: string, ...given: unknown[]) {
  if (name !== 'request') return emit.call(this, name, ...given)
  const [, response] = given as [IncomingMessage, ServerResponse]
  if (performance.now() < until) {
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"key":"maintenance"}}')
    return true
  }
  response.once('finish', () => {
    if (response.statusCode === 503) until = performance.now() + LASTS_MS
  })
  return emit.call(this, name, ...given)
}
