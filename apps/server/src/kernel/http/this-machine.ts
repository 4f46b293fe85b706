import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { isSameSecret } from '../secrets.ts'

const isLoopback = (address: string) =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/** A proxy on this machine is a loopback peer too: what it passes on is not of this machine. */
const isPassedOn = ({ headers }: FastifyRequest) =>
  ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => headers[name] !== undefined)

/** Whether a call comes from the machine that the server runs on. */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') && !isPassedOn(request)

/** Whether a call comes from this machine, or shows the token by which others read what concerns the installation. */
export const isFromOperator = (request: FastifyRequest, token: string | null): boolean => {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const isKnown = token !== null && given !== undefined && isSameSecret(given, token)
  return isKnown || isFromThisMachine(request)
}
