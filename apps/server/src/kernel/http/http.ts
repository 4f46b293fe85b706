import { type Endpoint, possibleErrorsOf } from '@parvis/contract/endpoint.ts'
import { CLIENT_VERSION } from '@parvis/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail, KeyedError, keyedErrorOf } from '../errors.ts'
import type { Settings } from '../settings.ts'
import type { Metrics } from './metrics.ts'
import { setUpMultipart } from './multipart.ts'
import type { UploadOptions } from './uploads.ts'

/** Pages may connect to this server and to map tile servers, and embed YouTube. No page may frame them. */
const contentSecurityPolicy = (externalOrigins: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...externalOrigins].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...externalOrigins].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' https://www.youtube-nocookie.com",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')

export const usesHttps = ({ publicUrl }: Pick<Settings, 'publicUrl'>): boolean => publicUrl?.protocol === 'https:'

/** Over TLS the `__Host-` prefix makes the browser bind a cookie to this host. */
export const cookieNames = (secure: boolean) =>
  secure
    ? ({
        session: '__Host-parvis',
        device: '__Host-parvis-device',
        toApple: '__Host-parvis-to-apple',
        fromApple: '__Host-parvis-from-apple',
      } as const)
    : ({
        session: 'parvis',
        device: 'parvis-device',
        toApple: 'parvis-to-apple',
        fromApple: 'parvis-from-apple',
      } as const)

const versionNumbers = (version: string) => version.split('.').map(Number)

export const isOlderVersion = (version: string, minVersion: string): boolean => {
  const [left, right] = [versionNumbers(version), versionNumbers(minVersion)]
  for (let at = 0; at < right.length; at++) {
    const [leftPart = 0, rightPart = 0] = [left[at], right[at]]
    if (Number.isNaN(leftPart)) return true
    if (leftPart !== rightPart) return leftPart < rightPart
  }
  return false
}

const identityEncoding = /^(identity)?$/i

const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && raw.complete === false

const checkDeclaredError = (error: KeyedError, thrown: unknown, endpoint: Endpoint | undefined) => {
  if (!endpoint || possibleErrorsOf(endpoint).has(error.key)) return { error, cause: thrown }
  const cause = new Error(
    `${endpoint.method} ${endpoint.path} answers ${error.key}, which its contract does not declare`,
    { cause: thrown },
  )
  return { error: new KeyedError('unexpectederror'), cause }
}

const parseJsonBodies = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request: FastifyRequest, text: string, done) => {
    if (text === '') return done(null, undefined)
    try {
      // JSON.parse stores `__proto__` as an own property, and we never merge bodies, so it cannot pollute a prototype.
      done(null, JSON.parse(text))
    } catch {
      request.malformed = true
      done(null, undefined)
    }
  })
}

const assertSupportedVersion = ({ headers, routeOptions }: FastifyRequest, minClientVersion: string | null) => {
  const version = headers['x-client-version']
  const { endpoint } = routeOptions.config
  if (
    minClientVersion &&
    !endpoint?.skipVersionCheck &&
    typeof version === 'string' &&
    isOlderVersion(version, minClientVersion)
  ) {
    fail('obsolete', { params: { version: minClientVersion, current: CLIENT_VERSION } })
  }
}

const sendError = (
  app: FastifyInstance,
  metrics: Metrics,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  // The client has aborted the request: there is nobody to answer and nothing to log.
  if (isAborted(request)) return reply.status(400).send()
  const { url: route, config } = request.routeOptions
  const { error, cause } = checkDeclaredError(
    keyedErrorOf(thrown),
    thrown,
    app.checkAnswers ? config.endpoint : undefined,
  )
  metrics.countError(error.key)
  // While the database or a provider is down, every request fails in the same way: a line without a stack is logged.
  if (error.key === 'maintenance' || error.status === 502)
    request.log.warn({ route, reason: (cause as Error).message }, error.key)
  else if (error.status >= 500) request.log.error({ err: cause, route }, error.key)
  if (error.key === 'toomanyrequests' && error.params?.seconds) reply.header('retry-after', error.params.seconds)
  if (error.key === 'maintenance') reply.header('retry-after', 5)
  reply.status(error.status).send(error.answer())
}

export const setUpHttp = async (
  app: FastifyInstance,
  {
    secure,
    minClientVersion,
    externalOrigins,
    metrics,
    uploads,
  }: Pick<Settings, 'minClientVersion' | 'externalOrigins'> & {
    secure: boolean
    metrics: Metrics
    uploads?: Partial<UploadOptions>
  },
): Promise<void> => {
  const policy = contentSecurityPolicy(externalOrigins)
  app.decorateRequest('actor', null)
  app.decorateRequest('reloadActor', null)
  app.decorateRequest('malformed', false)
  parseJsonBodies(app)
  await setUpMultipart(app, uploads)

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': policy,
      'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
      'cache-control': 'no-store',
    })
    if (secure) reply.header('strict-transport-security', 'max-age=31536000')
    // Request bodies are never decompressed, to rule out decompression bombs.
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && !identityEncoding.test(encoding.trim())) fail('unsupportedmedia')
    assertSupportedVersion(request, minClientVersion)
    done()
  })

  app.setErrorHandler((thrown, request, reply) => sendError(app, metrics, thrown, request, reply))
}
