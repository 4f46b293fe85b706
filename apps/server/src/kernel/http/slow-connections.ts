// A connection is held for who uses it: whoever is slow is waited for, whoever stands still is let go.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { ErrorAnswer } from '@parvis/contract/errors.ts'
import { isMultipart } from './multipart.ts'

/** All in milliseconds. */
export interface ConnectionTimes {
  /** For the head of a request, counted from the opening of the connection or the first byte. */
  head: number
  /** For a body that is not pictures. */
  body: number
  /** For any request at all: a photo of 10 MB in this time is 6 kB a second. */
  request: number
  /** For the rest of a body that was refused: whoever still sends it gets to hear why. */
  refused: number
  /** An upload that brings fewer than `LEAST_BYTES` in this time stands still. */
  stalled: number
  /** A connection on which nothing moves in either direction: whoever asks and does not read the answer. */
  idle: number
  /** For what is on its way when the server is asked to stop: then every connection is closed. */
  lastAnswers: number
  /** How often all this is looked at. */
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
  lastAnswers: 10_000,
  check: 1000,
}

const LEAST_BYTES = 16 * 1024

const statusOf: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** What cannot be read as HTTP, or came too late, is answered as any other bad request, and ends the connection. */
const answerUnreadable = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const body = JSON.stringify({ error: { key: 'badrequest' } } satisfies ErrorAnswer)
  const head = `HTTP/1.1 ${statusOf[error.code ?? ''] ?? '400 Bad Request'}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`
  if (socket.writable) socket.write(head + body)
  socket.destroy(error)
}

/** How the server is to be made so that heads, whole requests and idle connections have their times. */
export const connectionOptions = (times: ConnectionTimes) => ({
  requestTimeout: times.request,
  connectionTimeout: times.idle,
  clientErrorHandler: answerUnreadable as FastifyServerOptions['clientErrorHandler'],
  http: { headersTimeout: times.head, connectionsCheckingInterval: times.check },
})

interface ComingBody {
  socket: Socket
  /** Times left, counted in looks, not by the clock: a server that was busy itself must not blame its callers. */
  looks: number
  looksToMove: number
  bytes: number
}

/** Lets go of requests whose bodies do not come: JSON in its time, an upload as long as it moves. */
export const watchBodies = (app: FastifyInstance, times: ConnectionTimes): void => {
  const coming = new Map<FastifyRequest['raw'], ComingBody>()
  const looksIn = (ms: number) => Math.ceil(ms / times.check)

  const look = () => {
    for (const body of coming.values()) {
      const { socket } = body
      if (socket.bytesRead - body.bytes >= LEAST_BYTES) {
        body.bytes = socket.bytesRead
        body.looksToMove = looksIn(times.stalled)
      }
      if (--body.looks < 0 || --body.looksToMove < 0) socket.destroy()
    }
  }
  const looking = setInterval(look, times.check).unref()
  app.addHook('onClose', async () => clearInterval(looking))

  const watch = (request: FastifyRequest, reply: FastifyReply) => {
    const { raw } = request
    const { socket } = raw
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0
    // What is handed in without a connection has come already.
    if (!hasBody || typeof socket?.bytesRead !== 'number') return
    const most = isMultipart(request) ? times.request : times.body
    coming.set(raw, { socket, looks: looksIn(most), looksToMove: looksIn(times.stalled), bytes: socket.bytesRead })
    raw.once('close', () => coming.delete(raw))
    reply.raw.once('finish', () => {
      const body = coming.get(raw)
      if (body) body.looks = Math.min(body.looks, looksIn(times.refused))
    })
  }
  app.addHook('onRequest', (request, reply, done) => {
    watch(request, reply)
    done()
  })
}
