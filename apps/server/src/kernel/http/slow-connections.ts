import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { ErrorAnswer } from '@parvis/contract/errors.ts'
import { isMultipartRequest } from './multipart.ts'

/**
 * Times in milliseconds: until the headers and a JSON body are complete (`head`, `body`), for the rest of a body whose
 * request was refused already (`refused`), for an upload without progress (`stalled`), between two checks (`check`).
 */
export interface ConnectionTimes {
  head: number
  body: number
  /** Time limit of any request; an upload of 10 MB therefore needs at least 6 kB/s. */
  request: number
  refused: number
  stalled: number
  /** Time limit without traffic in either direction, for example when a client does not read the response. */
  idle: number
  /** Time to complete the requests in progress when the server stops; then all connections are closed. */
  shutdownGrace: number
  check: number
}

const MINUTE = 60_000
export const connectionTimes: ConnectionTimes = {
  head: MINUTE / 2,
  body: MINUTE / 2,
  request: 30 * MINUTE,
  refused: 5000,
  stalled: MINUTE / 2,
  idle: 2 * MINUTE,
  shutdownGrace: 10_000,
  check: 1000,
}

const MIN_BYTES = 16 * 1024

const statusOf: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

const sendParseError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const body = JSON.stringify({ error: { key: 'badrequest' } } satisfies ErrorAnswer)
  const head = `HTTP/1.1 ${statusOf[error.code ?? ''] ?? '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  if (socket.writable) socket.write(head + body)
  socket.destroy(error)
}

export const connectionOptions = (times: ConnectionTimes) => ({
  requestTimeout: times.request,
  connectionTimeout: times.idle,
  clientErrorHandler: sendParseError as FastifyServerOptions['clientErrorHandler'],
  http: { headersTimeout: times.head, connectionsCheckingInterval: times.check },
})

interface PendingBody {
  socket: Socket
  /** Counted in timer ticks, not clock time: a busy server must not disconnect clients because of its own delay. */
  ticksLeft: number
  ticksToStall: number
  bytes: number
}

/** Disconnects requests whose body does not arrive: JSON after a fixed time, an upload when it stalls. */
export const watchBodies = (app: FastifyInstance, times: ConnectionTimes): void => {
  const pendingBodies = new Map<FastifyRequest['raw'], PendingBody>()
  const ticksIn = (ms: number) => Math.ceil(ms / times.check)

  const tick = () => {
    for (const body of pendingBodies.values()) {
      const { socket } = body
      if (socket.bytesRead - body.bytes >= MIN_BYTES) {
        body.bytes = socket.bytesRead
        body.ticksToStall = ticksIn(times.stalled)
      }
      if (--body.ticksLeft < 0 || --body.ticksToStall < 0) socket.destroy()
    }
  }
  const timer = setInterval(tick, times.check).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  const watch = (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    const { socket } = raw
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    // An injected request has no socket.
    if (!hasBody || typeof socket?.bytesRead !== 'number') return
    const timeout = isMultipartRequest(request) ? times.request : times.body
    pendingBodies.set(raw, {
      socket,
      ticksLeft: ticksIn(timeout),
      ticksToStall: ticksIn(times.stalled),
      bytes: socket.bytesRead,
    })
    raw.once('close', () => pendingBodies.delete(raw))
    reply.raw.once('finish', () => {
      const body = pendingBodies.get(raw)
      if (body) body.ticksLeft = Math.min(body.ticksLeft, ticksIn(times.refused))
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    watch(request, reply)
    done()
  })
}
