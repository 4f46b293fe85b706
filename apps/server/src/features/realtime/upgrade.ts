import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { SOCKET_PATH } from '@parvis/contract/realtime.ts'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '#server/kernel/actor.ts'
import { fail, type KeyedError } from '#server/kernel/errors.ts'
import { isTrustedOrigin, type Credential } from '#server/kernel/http/shells.ts'
import { canConnect } from './realtime.policy.ts'

/** Responds to a refused upgrade with the JSON of the error, as to any other call, and closes the socket. */
export const refuseUpgrade = (socket: Duplex, error: KeyedError): void => {
  const body = JSON.stringify(error.answer())
  const head = [
    `HTTP/1.1 ${error.status} ${error.key}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Authorizes a live connection and returns its user; throws `error404`, `nosession`, `forbidden`. */
export const authorizeUpgrade = async (
  request: IncomingMessage,
  server: FastifyInstance,
  { token, isShellSession }: Credential,
  loadActor: () => Promise<Actor | null>,
): Promise<Actor> => {
  if (request.url?.split('?')[0] !== SOCKET_PATH) fail('error404')
  const actor = await loadActor()
  if (!canConnect(actor)) return fail('nosession')
  if (!isTrustedOrigin(request.headers, server, isShellSession ? token : undefined)) fail('forbidden')
  return actor
}
