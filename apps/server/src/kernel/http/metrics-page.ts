import type { FastifyInstance } from 'fastify'
import { fail } from '../errors.ts'
import { isFromOperator } from './local-request.ts'

/** Serves metrics to requests that come from this machine or have the metrics token; any other request receives 404. */
export const serveMetrics = (app: FastifyInstance, metricsToken: string | null): void => {
  app.get('/metrics', async (request, reply) => {
    if (!isFromOperator(request, metricsToken)) return fail('error404')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(app.metrics.formatText())
  })
}
