import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { MAX_BODY_BYTES } from '@parvis/contract/limits.ts'
import type { LoadSession } from './kernel/actor.ts'
import { serveApiPage } from './kernel/http/api-page.ts'
import { compressResponses } from './kernel/http/compression.ts'
import { createAddressReader, createUntrustedProxyDetector, type TrustedProxies } from './kernel/http/caller-address.ts'
import { assertSupportedSchema } from './kernel/postgres/migrate.ts'
import { fail, KeyedError, keyedErrorOf } from './kernel/errors.ts'
import { cookieNames, usesHttps, setUpHttp } from './kernel/http/http.ts'
import type { UploadOptions } from './kernel/http/uploads.ts'
import { collectMetrics } from './kernel/http/metrics.ts'
import { serveAppLinks } from './kernel/http/app-links.ts'
import { isFromOperator } from './kernel/http/local-request.ts'
import { createWarnings, type Warnings } from './kernel/warnings.ts'
import { type Mailbox, serveMailbox } from './kernel/mail/mailbox.ts'
import type { Platform } from './kernel/platform.ts'
import {
  connectionOptions,
  type ConnectionTimes,
  connectionTimes,
  watchBodies,
} from './kernel/http/slow-connections.ts'
import { loadSessionByCredential, setCorsHeaders, handleCors } from './kernel/http/shells.ts'
import { serveWebApp } from './kernel/page/web-app.ts'
import { collectRoutes, validatorCompiler } from './kernel/http/serve.ts'
import { hasNoCommunity } from './features/community/community.service.ts'
import { createSessionLoader } from './features/session/session-loader.ts'

const MAX_REDIRECTED_URL_CHARS = 100

export interface AppOptions {
  trustedProxies?: TrustedProxies
  webDir?: string | null
  warnings?: Warnings
  /** Returns false once another server has taken over the database. */
  isServing?: () => boolean
  logLevel?: 'silent' | 'error' | 'warn' | 'info'
  logStream?: { write(line: string): void }
  times?: Partial<ConnectionTimes>
  /** Maximum time in milliseconds that the server waits for the API answers that it embeds in the HTML page. */
  firstAnswersMs?: number
  uploads?: Partial<UploadOptions>
}

/** The Fastify instance without hooks and routes. */
const createFastifyInstance = (
  timeouts: ConnectionTimes,
  logLevel: NonNullable<AppOptions['logLevel']>,
  logStream: AppOptions['logStream'],
): FastifyInstance => {
  const { http, ...connections } = connectionOptions(timeouts)
  const app: FastifyInstance = Fastify({
    ...connections,
    bodyLimit: MAX_BODY_BYTES,
    logger: { level: logLevel, ...(logStream && { stream: logStream }) },
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    // If both compilers are given, Fastify loads neither Ajv nor fast-json-stringify, which we do not use.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
    forceCloseConnections: 'idle',
    // Fastify’s own 503 answer has no error key.
    return503OnClosing: false,
    http: { ...http, shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    // A malformed URL: a page request is redirected to the 404 page, an API call gets an error key.
    frameworkErrors: (_error, request, reply) => {
      reply.header('connection', 'close')
      setCorsHeaders(request, reply as FastifyReply, app)
      if (request.headers.accept?.includes('text/html'))
        return reply.redirect(`/${encodeURIComponent(request.url.slice(1, MAX_REDIRECTED_URL_CHARS))}`)
      const error = new KeyedError('badrequest')
      return (reply as FastifyReply).status(error.status).send(error.answer())
    },
  })
  return app
}

const decorateCallerAddress = (app: FastifyInstance, trustedProxies: TrustedProxies) => {
  const readAddress = createAddressReader(trustedProxies)
  app.decorateRequest('address', {
    getter() {
      return readAddress(this.raw)
    },
  })
}

const warnAboutUntrustedProxy = (app: FastifyInstance, trustedProxies: TrustedProxies, warnings: Warnings) => {
  const detectProxy = createUntrustedProxyDetector(trustedProxies)
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const peer = detectProxy(raw)
    if (peer)
      warnings.add(
        'TRUST_PROXY',
        `A proxy at ${peer} passes calls on, and is not trusted: everybody behind it counts as one address. Set TRUST_PROXY=1, or TRUST_PROXY=${peer}.`,
      )
    done()
  })
}

/** Refuses new requests during a shutdown, and closes all connections after the grace period. */
const refuseWhileStopping = (app: FastifyInstance, shutdownGraceMs: number) => {
  let isStopping = false
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isStopping) fail('maintenance')
    done()
  })
  app.addHook('preClose', async () => {
    isStopping = true
    setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs).unref()
  })
}

/** Without a public URL, links name the port on which the server listens. */
const useListeningPort = (app: FastifyInstance, site: Platform['site']) =>
  app.addHook('onListen', async () => {
    const bound = app.server.address()
    if (bound && typeof bound === 'object') site.origin = `http://127.0.0.1:${bound.port}`
  })

const checkStorage = async ({ storage }: Platform, { log }: FastifyRequest) => {
  try {
    await storage.check()
  } catch (error) {
    if (keyedErrorOf(error).key === 'storagefull') throw error
    log.warn({ reason: (error as Error).message }, 'the storage cannot be written to')
    fail('maintenance')
  }
}

const serveMonitoring = (app: FastifyInstance, platform: Platform, isServing: () => boolean, warnings: Warnings) => {
  app.get('/metrics', async (request, reply) => {
    if (!isFromOperator(request, platform.settings.metricsToken)) return fail('error404')
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(app.metrics.formatText())
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async request => {
    if (!isServing()) fail('maintenance')
    await Promise.all([assertSupportedSchema(platform.db), checkStorage(platform, request)])
    const isOperator = isFromOperator(request, platform.settings.metricsToken)
    if (!isOperator) return { status: 'ready' }
    // An empty database in an installation that had communities means that the data folder is gone or not mounted.
    const setupWarnings = (await hasNoCommunity(platform.db)) ? ['Nobody has set this installation up yet.'] : []
    return { status: 'ready', warnings: [...setupWarnings, ...warnings.list()] }
  })
}

const hasCookieSession =
  (loadSession: LoadSession, secure: boolean) =>
  async ({ cookies }: FastifyRequest): Promise<boolean> =>
    (await loadSessionByCredential(loadSession, {
      token: cookies[cookieNames(secure).session],
      isShellSession: false,
    })) !== null

/** The whole server without a listening socket: `main.ts` makes the server listen, tests inject requests. */
export const buildApp = async (
  platform: Platform,
  {
    trustedProxies = null,
    webDir = null,
    warnings = createWarnings(),
    isServing = () => true,
    logLevel = 'warn',
    logStream,
    times,
    uploads,
    firstAnswersMs,
  }: AppOptions = {},
): Promise<FastifyInstance> => {
  const timeouts = { ...connectionTimes, ...times }
  const { publicUrl, checkAnswers, minClientVersion, externalOrigins, servesShells } = platform.settings
  const secure = usesHttps(platform.settings)
  const app = createFastifyInstance(timeouts, logLevel, logStream)
  collectRoutes(app)
  decorateCallerAddress(app, trustedProxies)
  if (secure || platform.settings.production) warnAboutUntrustedProxy(app, trustedProxies, warnings)
  app.decorate('publicOrigin', publicUrl?.origin ?? null)
  app.decorate('servesShells', servesShells)
  handleCors(app)
  refuseWhileStopping(app, timeouts.shutdownGrace)
  app.decorate('checkAnswers', checkAnswers)
  compressResponses(app)
  watchBodies(app, timeouts)
  await app.register(cookie)
  const metrics = collectMetrics(app, platform.pool)
  app.decorate('metrics', metrics)
  await setUpHttp(app, { secure, minClientVersion, externalOrigins, metrics, ...(uploads && { uploads }) })
  if (!publicUrl) useListeningPort(app, platform.site)
  const context = createSessionLoader(platform)
  for (const feature of platform.features) feature.routes(app, platform, context)

  serveMonitoring(app, platform, isServing, warnings)
  serveApiPage(app)
  serveAppLinks(app, platform.settings.appLinks)
  if ('mails' in platform.mailer) serveMailbox(app, platform.mailer as Mailbox)
  if (webDir)
    await serveWebApp(app, webDir, platform.clock, hasCookieSession(context.loadSession, secure), firstAnswersMs)
  else app.setNotFoundHandler(async () => fail('error404'))
  return app
}
