import { type IncomingMessage, Server, ServerResponse } from 'node:http'

/** After this time the fault acknowledges a post even if its body was not read, as happens without a database. */
const MAX_READ_MS = 100

// A planted fault, loaded before the server: a post is acknowledged when it arrives, whether or not it is stored.
const emit = Server.prototype.emit as (this: Server, name: string, ...args: unknown[]) => boolean
Server.prototype.emit = function (this: Server, name: string, ...args: unknown[]) {
  const [request, response] = args as [IncomingMessage, ServerResponse]
  if (name !== 'request' || request.url !== '/events/publish') return emit.call(this, name, ...args)
  const acknowledge = () => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  request.once('end', acknowledge)
  setTimeout(acknowledge, MAX_READ_MS).unref()
  return emit.call(this, name, request, new ServerResponse(request))
}
