import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../secrets.ts'

const isLoopback = (address: string) =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/** A proxy on this machine also has a loopback address, so forwarded requests do not count as local. */
const isForwarded = ({ headers }: FastifyRequest) =>
  ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => headers[name] !== undefined)

export const isLocalRequest = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') && !isForwarded(request)

export const isFromOperator = (request: FastifyRequest, metricsToken: string | null): boolean => {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const isKnown = metricsToken !== null && given !== undefined && isSameSecret(given, metricsToken)
  return isKnown || isLocalRequest(request)
}
