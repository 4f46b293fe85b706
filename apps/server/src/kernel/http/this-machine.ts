import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const isLoopback = (address: string) =>
  address === '::1' || (isIP(address.replace(/^::ffff:/, '')) === 4 && /^(::ffff:)?127\./.test(address))

/** A proxy on this machine is a loopback peer too: what it passes on is not of this machine. */
const isPassedOn = ({ headers }: FastifyRequest) =>
  ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(name => headers[name] !== undefined)

/** Whether a call comes from the machine that the server runs on. */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  isLoopback(request.socket.remoteAddress ?? '') && !isPassedOn(request)
