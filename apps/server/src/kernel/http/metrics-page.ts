import type { FastifyInstance } from 'fastify'
import { fail } from '../errors.ts'
import { isFromOperator } from './local-request.ts'

/** Serves metrics to this machine and to holders of the token; answers 404 to everybody else. */
export const serveMetrics = (app: FastifyInstance, token: string | null): void => {
  app.get('/metrics', async (request, reply) => {
    if (!isFromOperator(request, token)) return fail('error404')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(app.metrics.text())
  })
}
