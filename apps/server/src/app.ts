import cookie from '@fastify/cookie'
import { gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { MAX_BODY_BYTES } from '@parvis/contract/limits.ts'
import { describeApi } from './kernel/http/api-page.ts'
import { compressAnswers } from './kernel/http/compression.ts'
import { createAddressReader, createProxyWatch, type TrustedProxies } from './kernel/http/caller-address.ts'
import { checkSchema } from './kernel/postgres/migrate.ts'
import { fail, KeyedError, keyedErrorOf } from './kernel/errors.ts'
import { cookieNames, isSecure, setUpHttp } from './kernel/http/http.ts'
import type { UploadOptions } from './kernel/http/uploads.ts'
import { collectMetrics } from './kernel/http/metrics.ts'
import { serveAppLinks } from './kernel/http/app-links.ts'
import { serveMetrics } from './kernel/http/metrics-page.ts'
import { isFromOperator } from './kernel/http/this-machine.ts'
import { createWarnings, type Warnings } from './kernel/warnings.ts'
import { type Mailbox, serveMailbox } from './kernel/mail/mailbox.ts'
import type { Platform } from './kernel/platform.ts'
import {
  connectionOptions,
  type ConnectionTimes,
  connectionTimes,
  watchBodies,
} from './kernel/http/slow-connections.ts'
import { loadShown, openToShells, serveShells } from './kernel/http/shells.ts'
import { serveWebApp } from './kernel/page/web-app.ts'
import { collectRoutes, Json, sendJson, servedRoutes, validatorCompiler } from './kernel/http/serve.ts'
import type { AppContext } from './kernel/feature.ts'
import { features } from './features.ts'
import { isUnsettled } from './features/community/community.service.ts'
import { createSessionLoader } from './features/session/session-loader.ts'

/** Of an address that is none, characters. */
const MOST_SHOWN = 100

export interface AppOptions {
  trustedProxies?: TrustedProxies
  webDir?: string | null
  /** What whoever runs the installation should know; `/readyz` lists it for this machine. */
  warnings?: Warnings
  /** False once another server has taken over the database. */
  isServing?: () => boolean
  logLevel?: 'silent' | 'error' | 'warn' | 'info'
  /** Where the lines of the log go, where it is not to the output of the process. */
  logTo?: { write(line: string): void }
  /** How long slow connections are waited for, where it is not as usual. */
  times?: Partial<ConnectionTimes>
  /** How long a page waits for the answers that it brings, in milliseconds, where it is not as usual. */
  firstAnswersMs?: number
  /** Where uploads lie that memory has no room for, and how much of it they may take. */
  uploads?: Partial<UploadOptions>
}

/** The whole server without its sockets of the outside world: what `main.ts` lets listen and what tests inject into. */
export const buildApp = async (
  platform: Platform,
  {
    trustedProxies = null,
    webDir = null,
    warnings = createWarnings(),
    isServing = () => true,
    logLevel = 'warn',
    logTo,
    times,
    uploads,
    firstAnswersMs,
  }: AppOptions = {},
): Promise<FastifyInstance> => {
  const allTimes = { ...connectionTimes, ...times }
  const { http, ...connections } = connectionOptions(allTimes)
  const app = Fastify({
    ...connections,
    bodyLimit: MAX_BODY_BYTES,
    logger: { level: logLevel, ...(logTo && { stream: logTo }) },
    // Addresses stay out of the log: queries may hold coordinates and e-mails.
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 200 },
    // Given both, Fastify loads neither Ajv nor its own writer of JSON: nothing of theirs is used.
    schemaController: {
      compilersFactory: {
        buildValidator: () => validatorCompiler as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
    forceCloseConnections: 'idle',
    // its own answer has no key
    return503OnClosing: false,
    // Any other upgrade that a client offers is declined by answering as if it had not.
    http: { ...http, shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    // An address that is none: a person is led to where it is shown as such, a call gets its key.
    frameworkErrors: (_error, request, reply) => {
      reply.header('connection', 'close')
      openToShells(request, reply as FastifyReply, app)
      if (request.headers.accept?.includes('text/html'))
        return reply.redirect(`/${encodeURIComponent(request.url.slice(1, MOST_SHOWN))}`)
      const error = new KeyedError('badrequest')
      return (reply as FastifyReply).status(error.status).send(error.answer())
    },
  })
  const { publicUrl, checkAnswers, minClientVersion, outsideOrigins, servesShells } = platform.settings
  const secure = isSecure(platform.settings)
  collectRoutes(app)
  const readAddress = createAddressReader(trustedProxies)
  app.decorateRequest('address', {
    getter() {
      return readAddress(this.raw)
    },
  })
  const proxyOf = createProxyWatch(trustedProxies)
  if (secure || platform.settings.production)
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      const peer = proxyOf(raw)
      if (peer)
        warnings.add(
          'TRUST_PROXY',
          `A proxy at ${peer} passes calls on, and is not trusted: everybody behind it counts as one address. Set TRUST_PROXY=1, or TRUST_PROXY=${peer}.`,
        )
      done()
    })
  app.decorate('publicOrigin', publicUrl?.origin ?? null)
  app.decorate('servesShells', servesShells)
  serveShells(app)
  let isStopping = false
  app.addHook('onRequest', (_request, _reply, done) => {
    if (isStopping) fail('maintenance')
    done()
  })
  app.addHook('preClose', async () => {
    isStopping = true
    setTimeout(() => app.server.closeAllConnections(), allTimes.lastAnswers).unref()
  })
  app.decorate('checkAnswers', checkAnswers)
  compressAnswers(app)
  watchBodies(app, allTimes)
  await app.register(cookie)
  const metrics = collectMetrics(app, platform.db)
  app.decorate('metrics', metrics)
  await setUpHttp(app, { secure, minClientVersion, outsideOrigins, metrics, ...(uploads && { uploads }) })
  app.addHook('onListen', async () => {
    const bound = app.server.address()
    if (!publicUrl && bound && typeof bound === 'object') platform.site.origin = `http://127.0.0.1:${bound.port}`
  })
  const { loadSession, loadSessionById } = createSessionLoader(platform)
  const announcements = features.flatMap(feature => feature.announcements ?? [])
  const findCachedImages: AppContext['findCachedImages'] = async (db, actor, clock) =>
    (await Promise.all(features.map(feature => feature.findCachedImages?.(db, actor, clock) ?? []))).flat()
  const onAnswer: AppContext['onAnswer'] = async (...answer) => {
    for (const feature of features) await feature.onAnswer?.(...answer)
  }
  const onReport: AppContext['onReport'] = async (...report) => {
    for (const feature of features) await feature.onReport?.(...report)
  }
  const onRemoval: AppContext['onRemoval'] = async (...removal) => {
    for (const feature of features) await feature.onRemoval?.(...removal)
  }
  const frames = features.flatMap(feature => feature.frames ?? [])
  for (const feature of features)
    feature.routes(app, platform, {
      loadSession,
      loadSessionById,
      announcements,
      findCachedImages,
      onAnswer,
      onReport,
      onRemoval,
      frames,
    })

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async request => {
    if (!isServing()) fail('maintenance')
    const checkStorage = async () => {
      try {
        await platform.storage.check()
      } catch (error) {
        if (keyedErrorOf(error).key === 'storagefull') throw error
        request.log.warn({ reason: (error as Error).message }, 'the storage cannot be written to')
        fail('maintenance')
      }
    }
    await Promise.all([checkSchema(platform.db), checkStorage()])
    const mayKnow = isFromOperator(request, platform.settings.metricsToken)
    if (!mayKnow) return { status: 'ready' }
    // an empty installation where there was one is a folder that is gone, or not mounted
    const unsettled = (await isUnsettled(platform.db)) ? ['Nobody has set this installation up yet.'] : []
    return { status: 'ready', warnings: [...unsettled, ...warnings.list()] }
  })
  // a page of 770 kB that stays the same: it is written and compressed once
  let apiPage: Json | null = null
  app.get('/docs/api', async (request, reply) => {
    if (!apiPage) {
      const endpoints = (servedRoutes.get(app) ?? []).flatMap(({ endpoint }) => endpoint ?? [])
      const bytes = Buffer.from(JSON.stringify(describeApi(endpoints)))
      apiPage = new Json(bytes, gzipSync(bytes))
    }
    return sendJson(apiPage, request, reply)
  })
  serveAppLinks(app, platform.settings.appLinks)
  serveMetrics(app, platform.settings.metricsToken)
  if ('mails' in platform.mailer) serveMailbox(app, platform.mailer as Mailbox)
  if (webDir)
    await serveWebApp(
      app,
      webDir,
      platform.clock,
      async ({ cookies }) =>
        (await loadShown(loadSession, { token: cookies[cookieNames(secure).session], inShell: false })) !== null,
      firstAnswersMs,
    )
  else app.setNotFoundHandler(async () => fail('error404'))
  return app
}
