import type { IncomingHttpHeaders } from 'node:http'
import { USER_HEADER } from '@parvis/contract/endpoint.ts'
import { DEVICE_HEADER, SHELL_CLIENT, shellOrigins, SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { Actor, LoadSession } from '../actor.ts'
import { isOwnOrigin } from './origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the apps for iOS and Android are served. */
    servesShells: boolean
  }
}

type Served = Pick<FastifyInstance, 'servesShells' | 'publicOrigin'>

const origins: ReadonlySet<string | undefined> = new Set(shellOrigins)

/**
 * The page that calls stands where shells do. Where the app itself is served from there, its pages are a browser's as
 * any other.
 */
const isShellOrigin = (headers: IncomingHttpHeaders, { servesShells, publicOrigin }: Served): boolean =>
  servesShells && origins.has(headers.origin) && !isOwnOrigin(headers, publicOrigin)

/** Pages of a shell are of another site than the server, for engines that say so. */
const isOtherSite = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  site === undefined || site === 'cross-site' || site === 'same-site'

/** A shell's call that could borrow nobody's rights: it brings no cookie. */
const comesBare = (headers: IncomingHttpHeaders, server: Served): boolean =>
  headers.cookie === undefined && isShellOrigin(headers, server) && isOtherSite(headers)

/** The token behind `Bearer`; undefined where the call shows none, empty where there is nothing behind it. */
export const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined => {
  const [scheme, token = '', ...more] = authorization?.trim().split(/ +/) ?? []
  if (scheme?.toLowerCase() !== 'bearer') return undefined
  return more.length === 0 ? token : ''
}

/** The token behind our protocol, with which a shell opens the live connection; undefined where it asks for none. */
export const protocolTokenOf = ({ 'sec-websocket-protocol': asked }: IncomingHttpHeaders): string | undefined => {
  const [protocol, token = '', ...more] = asked?.split(',').map(part => part.trim()) ?? []
  if (protocol === undefined) return undefined
  return protocol === SOCKET_PROTOCOL && more.length === 0 ? token : ''
}

/** Whether a session that this call opens is given to a shell, as a token; a browser gets a cookie. */
export const isShell = ({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): boolean =>
  headers['x-client'] === SHELL_CLIENT && comesBare(headers, server)

/** Whether this call can take a session at all: what shows a token, or stands where shells do, is no browser's page. */
export const canEnter = (request: Pick<FastifyRequest, 'headers' | 'server'>): boolean => {
  const { headers, server } = request
  if (isShell(request) || !server.servesShells) return true
  return bearerOf(headers) === undefined && !isShellOrigin(headers, server)
}

/** What a shell keeps of an earlier log-in. */
export const shellDeviceOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const token = headers[DEVICE_HEADER]
  return typeof token === 'string' && token !== '' ? token : undefined
}

/**
 * Whether a call that changes something may come from where it comes. A token is lent to no page by any browser, so
 * that who shows one needs no other proof; a page that is neither ours nor a shell's is refused all the same. Without a
 * token a shell has no rights that could be borrowed, as long as it brings no cookie.
 */
export const isTrustedOrigin = (headers: IncomingHttpHeaders, server: Served, token: string | undefined): boolean => {
  if (server.servesShells && token !== undefined)
    return headers.origin === undefined || isShellOrigin(headers, server) || isOwnOrigin(headers, server.publicOrigin)
  return isOwnOrigin(headers, server.publicOrigin) || comesBare(headers, server)
}

/** What a call shows of its session. */
export interface Shown {
  token: string | undefined
  inShell: boolean
}

/** With a bearer token no cookie counts. */
export const shownBy = (servesShells: boolean, bearer: string | undefined, cookie: string | undefined): Shown =>
  servesShells && bearer !== undefined ? { token: bearer, inShell: true } : { token: cookie, inShell: false }

/** Who calls: a token counts only as what it was given as, so that neither kind can be made into the other. */
export const loadShown = async (loadSession: LoadSession, { token, inShell }: Shown): Promise<Actor | null> => {
  const actor = await loadSession(token)
  return actor?.inShell === inShell ? actor : null
}

const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': `accept-language, authorization, content-type, x-client, x-client-version, ${DEVICE_HEADER}, ${USER_HEADER}`,
  // as long as engines remember it at most
  'access-control-max-age': '7200',
}

const readable = {
  'access-control-expose-headers': 'content-disposition, date, etag, retry-after',
}

/**
 * Lets pages of shells read what a call is answered, whatever it is: to be set before anything can fail. Cookies go
 * with none of their calls, and no other origin is named.
 */
export const openToShells = (
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
  reply: Pick<FastifyReply, 'header' | 'headers'>,
  server: Served,
): void => {
  if (!server.servesShells || !isApiPath(url)) return
  // also of what other origins are answered: a picture that a browser has kept must not stand for a shell's
  reply.header('vary', 'origin')
  if (isShellOrigin(headers, server)) reply.headers({ 'access-control-allow-origin': headers.origin, ...readable })
}

/** Answers what engines ask before a shell's call, and opens the answers of calls. The first of all hooks. */
export const serveShells = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    openToShells(request, reply, app)
    const isAsked = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (isAsked && reply.hasHeader('access-control-allow-origin')) void reply.headers(allowed).code(204).send()
    else done()
  })
}
