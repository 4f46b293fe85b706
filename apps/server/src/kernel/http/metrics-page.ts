import type { FastifyInstance } from 'fastify'
import { fail } from '../errors.ts'
import { isSameSecret } from '../secrets.ts'
import { isFromThisMachine } from './this-machine.ts'

/** Tells the figures to this machine, and to who knows the token; nobody else learns that there are any. */
export const serveMetrics = (app: FastifyInstance, token: string | null): void => {
  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const isKnown = token !== null && given !== undefined && isSameSecret(given, token)
    if (!isKnown && !isFromThisMachine(request)) return fail('error404')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await app.metrics.text())
  })
}
