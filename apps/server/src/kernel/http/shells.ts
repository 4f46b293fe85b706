import type { IncomingHttpHeaders } from 'node:http'
import { USER_HEADER } from '@parvis/contract/endpoint.ts'
import { DEVICE_HEADER, SHELL_CLIENT, shellOrigins, SOCKET_PROTOCOL } from '@parvis/contract/shells.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { Actor, LoadSession } from '../actor.ts'
import { isOwnOrigin } from './origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    servesShells: boolean
  }
}

type ShellSettings = Pick<FastifyInstance, 'servesShells' | 'publicOrigin'>

const origins: ReadonlySet<string | undefined> = new Set(shellOrigins)

/** Whether the page runs in a native app. If the web app itself has such an origin, the page counts as a browser's. */
const isShellOrigin = (headers: IncomingHttpHeaders, { servesShells, publicOrigin }: ShellSettings): boolean =>
  servesShells && origins.has(headers.origin) && !isOwnOrigin(headers, publicOrigin)

const isCrossSite = ({ 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  site === undefined || site === 'cross-site' || site === 'same-site'

/** A native app's request without a cookie, which therefore cannot abuse a browser's session. */
const isCookieless = (headers: IncomingHttpHeaders, server: ShellSettings): boolean =>
  headers.cookie === undefined && isShellOrigin(headers, server) && isCrossSite(headers)

/** The bearer token; undefined without the header, empty when the header is invalid. */
export const bearerOf = ({ authorization }: IncomingHttpHeaders): string | undefined => {
  const [scheme, token = '', ...more] = authorization?.trim().split(/ +/) ?? []
  if (scheme?.toLowerCase() !== 'bearer') return undefined
  return more.length === 0 ? token : ''
}

/** The token that a native app sends as WebSocket subprotocol; undefined without a subprotocol, empty when invalid. */
export const protocolTokenOf = ({ 'sec-websocket-protocol': protocols }: IncomingHttpHeaders): string | undefined => {
  const [protocol, token = '', ...more] = protocols?.split(',').map(part => part.trim()) ?? []
  if (protocol === undefined) return undefined
  return protocol === SOCKET_PROTOCOL && more.length === 0 ? token : ''
}

export const isShellRequest = ({ headers, server }: Pick<FastifyRequest, 'headers' | 'server'>): boolean =>
  headers['x-client'] === SHELL_CLIENT && isCookieless(headers, server)

/** A request with a bearer token or a native app's origin receives a session only if it comes from a native app. */
export const canReceiveSession = (request: Pick<FastifyRequest, 'headers' | 'server'>): boolean => {
  const { headers, server } = request
  if (isShellRequest(request) || !server.servesShells) return true
  return bearerOf(headers) === undefined && !isShellOrigin(headers, server)
}

export const deviceTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const token = headers[DEVICE_HEADER]
  return typeof token === 'string' && token !== '' ? token : undefined
}

/**
 * CSRF check. A token needs no Origin header, because browsers never send tokens on their own, but a foreign origin is
 * refused. Without a token, a native app's request is accepted when it has no cookie.
 */
export const isTrustedOrigin = (
  headers: IncomingHttpHeaders,
  server: ShellSettings,
  token: string | undefined,
): boolean => {
  if (server.servesShells && token !== undefined)
    return headers.origin === undefined || isShellOrigin(headers, server) || isOwnOrigin(headers, server.publicOrigin)
  return isOwnOrigin(headers, server.publicOrigin) || isCookieless(headers, server)
}

export interface Credential {
  token: string | undefined
  isShellSession: boolean
}

export const credentialFrom = (
  servesShells: boolean,
  bearer: string | undefined,
  cookie: string | undefined,
): Credential =>
  servesShells && bearer !== undefined
    ? { token: bearer, isShellSession: true }
    : { token: cookie, isShellSession: false }

/** Loads the actor of a credential. A token is not accepted as a cookie, nor a cookie's value as a token. */
export const loadSessionByCredential = async (
  loadSession: LoadSession,
  { token, isShellSession }: Credential,
): Promise<Actor | null> => {
  const actor = await loadSession(token)
  return actor?.isShellSession === isShellSession ? actor : null
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': `accept-language, authorization, content-type, x-client, x-client-version, ${DEVICE_HEADER}, ${USER_HEADER}`,
  'access-control-max-age': '7200',
}

const exposedHeaders = {
  'access-control-expose-headers': 'content-disposition, date, etag, retry-after',
}

/** Sets CORS headers for native apps. Must run before anything can fail, so that native apps can read errors too. */
export const setCorsHeaders = (
  { headers, url }: Pick<FastifyRequest, 'headers' | 'url'>,
  reply: Pick<FastifyReply, 'header' | 'headers'>,
  server: ShellSettings,
): void => {
  if (!server.servesShells || !isApiPath(url)) return
  // Vary is set for other origins too: a native app must not reuse a picture that was cached for a browser.
  reply.header('vary', 'origin')
  if (isShellOrigin(headers, server))
    reply.headers({ 'access-control-allow-origin': headers.origin, ...exposedHeaders })
}

/** Answers CORS preflights of native apps and sets CORS headers. Must be the first hook. */
export const handleCors = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    setCorsHeaders(request, reply, app)
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (isPreflight && reply.hasHeader('access-control-allow-origin'))
      void reply.headers(preflightHeaders).code(204).send()
    else done()
  })
}
