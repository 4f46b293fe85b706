import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from '../errors.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

const isSame = (given: string, secret: string) => timingSafeEqual(digest(given), digest(secret))

const isLoopback = (address: string) =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/** A proxy on this machine is a loopback peer too: what it passes on is not of this machine. */
const isPassedOn = ({ headers }: FastifyRequest) =>
  ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => headers[name] !== undefined)

/** Tells the figures to this machine, and to who knows the token; nobody else learns that there are any. */
export const serveMetrics = (app: FastifyInstance, token: string | null): void => {
  app.get('/metrics', async (request, reply) => {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const isKnown = token !== null && given !== undefined && isSame(given, token)
    const isHere = isLoopback(request.socket.remoteAddress ?? '') && !isPassedOn(request)
    if (!isKnown && !isHere) return fail('error404')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await app.metrics.text())
  })
}
