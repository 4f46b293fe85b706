import type { Answer, Body, Endpoint, Params, Query } from '@parvis/contract/endpoint.ts'
import type { ErrorAnswer } from '@parvis/contract/errors.ts'
import { logIn, signUpAsGuest } from '@parvis/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type AppOptions, buildApp } from '../app.ts'
import { readSettings } from '../env.ts'
import { createBackground } from '../kernel/background.ts'
import { createLocalBus } from '../kernel/bus.ts'
import type { Clock } from '../kernel/clock.ts'
import { type Db, type DbOptions, openDb } from '../kernel/postgres/db.ts'
import type { Mailer } from '../kernel/mail/mail.ts'
import type { Platform } from '../kernel/platform.ts'
import { createPostExternal } from '../kernel/outside/post-external.ts'
import { createLocalPresence } from '../kernel/presence.ts'
import { newSecret } from '../kernel/secrets.ts'
import { openJobs } from '../kernel/jobs/jobs.ts'
import { createMailbox, type Mailbox } from '../kernel/mail/mailbox.ts'
import { allJobs, features } from '../features.ts'
import { cloneDatabase, type TemplateName, testSecretBox } from './cluster.ts'
import { HOUR_VARIABLE, zoneWithHour } from './hour-zone.ts'
import { createTestStorage } from './storage.ts'

export const DEMO_PASSWORD = 'parvis-demo'

type Input<E extends Endpoint> = Omit<{ params: Params<E>; query: Query<E>; body: Body<E> }, never>
type CallInput<E extends Endpoint> = { [P in keyof Input<E> as Input<E>[P] extends undefined ? never : P]: Input<E>[P] }

export interface Reply<T> {
  status: number
  headers: Record<string, unknown>
  /** The body of a successful response; reading it after an error fails the test with the actual response. */
  answer: T
  /** The `error` of a refused call; reading it after a success fails the test. */
  error: ErrorAnswer['error']
}

/** Simulates a browser: keeps cookies and calls endpoints of the contract. */
export interface Visitor {
  call<E extends Endpoint>(
    endpoint: E,
    input?: Partial<CallInput<E>>,
    headers?: Record<string, string>,
  ): Promise<Reply<Answer<E>>>
  /** Sends requests that no endpoint describes: broken bodies, unusual methods, files. */
  send(request: {
    method: string
    url: string
    payload?: string | Buffer
    headers?: Record<string, string>
  }): Promise<Reply<unknown>>
  cookies: Map<string, string>
}

export interface TestServer {
  app: FastifyInstance
  db: Db
  /** Connection options for further connections to this server’s database. */
  connection: DbOptions['connection']
  platform: Platform
  /** How far tests have moved the clock, in milliseconds. */
  clock: { aheadMs: number }
  mailbox: Mailbox
  visitor(): Visitor
  /** Logs in to a demo account, such as `neighbor` or `administrator`, or to the account with a full e-mail address. */
  as(account: string, communityUri?: string): Promise<Visitor>
  asGuest(communityUri?: string): Promise<Visitor>
  communityId(uri: string): Promise<string>
  /** Resolves when all background work is done: live events, coalesced writes and due jobs. */
  settled(): Promise<void>
  /** Moves the clock forward, for timers and delayed jobs too, and waits for their effects. */
  advanceTime(ms: number): Promise<void>
  close(): Promise<void>
}

/** Makes an unexpected status a failed assertion instead of a crash of the test. */
const assertReply = (
  isExpected: boolean,
  expectedBody: string,
  { statusCode, body }: { statusCode: number; body: string },
) => {
  if (isExpected) return
  const error = new Error(`expected ${expectedBody}, got ${statusCode} ${body.slice(0, 300)}`)
  error.name = 'AssertionError'
  throw error
}

const replyOf = <T>(response: { statusCode: number; headers: Record<string, unknown>; body: string }): Reply<T> => {
  const parseBody = () => {
    try {
      return JSON.parse(response.body) as unknown
    } catch {
      throw new Error(`not JSON (${response.statusCode}): ${response.body.slice(0, 200)}`)
    }
  }
  return {
    status: response.statusCode,
    headers: response.headers,
    get answer() {
      assertReply(response.statusCode === 200, 'an answer', response)
      return parseBody() as T
    },
    get error() {
      assertReply(response.statusCode >= 400, 'an error', response)
      return (parseBody() as ErrorAnswer).error
    },
  }
}

const urlOf = (endpoint: Endpoint, params: Record<string, unknown>, query: Record<string, unknown>) => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, String(one))
  return search.size > 0 ? `${path}?${search}` : path
}

const createVisitor = (app: FastifyInstance): Visitor => {
  const cookies = new Map<string, string>()
  const send: Visitor['send'] = async ({ method, url, payload, headers = {} }) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.inject({
      method: method as 'GET',
      url,
      ...(payload !== undefined && { payload }),
      headers: { host: 'parvis.test', origin: 'http://parvis.test', ...(cookie && { cookie }), ...headers },
    })
    for (const { name, value, maxAge } of response.cookies as { name: string; value: string; maxAge?: number }[]) {
      if (value === '' || maxAge === 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return replyOf(response)
  }
  return {
    cookies,
    send,
    async call(endpoint, input = {}, headers = {}) {
      const {
        params = {},
        query = {},
        body,
      } = input as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
      return send({
        method: endpoint.method,
        url: urlOf(endpoint, params, query),
        ...(body !== undefined && {
          payload: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
        ...(body === undefined && { headers }),
      }) as never
    },
  }
}

const rejectExternalRequest = () => Promise.reject(new Error('tests ask nobody outside'))

export interface TestServerOptions extends AppOptions {
  settings?: Partial<Platform['settings']>
  mailer?: Mailer
  /** Divides the delays of background work; 1 as in production. */
  pauseDivisor?: number
  /** The time zone of the demo communities, for tests that name hours; default: chosen by the hour of the test file. */
  zone?: string
}

/** Creates the platform of a test server, which makes no external requests and stores its mails in a mailbox. */
const createTestPlatform = (
  { settings, mailer }: TestServerOptions,
  services: Pick<Platform, 'db' | 'storage' | 'clock' | 'jobs' | 'background' | 'mailer'>,
): Platform => ({
  ...services,
  bus: createLocalBus(),
  presence: createLocalPresence(),
  fetchExternal: () => rejectExternalRequest(),
  postExternal: createPostExternal(settings?.pushTestOrigin, {
    resolve: rejectExternalRequest,
    connect: rejectExternalRequest,
  }),
  // Default settings, without those that would call outside services.
  settings: {
    ...readSettings({}),
    videoOembedUrl: null,
    tilesStyleUrl: null,
    weather: null,
    externalOrigins: [],
    ...settings,
  },
  mailer: mailer ?? services.mailer,
  secretBox: testSecretBox,
  site: { origin: 'http://parvis.test' },
  features,
})

const readCommunityId = async (db: Db, uri: string): Promise<string> =>
  (await db.selectFrom('communities').select('id').where('custom_uri', '=', uri).executeTakeFirstOrThrow()).id

const logInTo = async (app: FastifyInstance, communityId: string, account: string): Promise<Visitor> => {
  const visitor = createVisitor(app)
  const email = account.includes('@') ? account : `${account}@demo.example`
  const { answer } = await visitor.call(logIn, { body: { email, password: DEMO_PASSWORD, communityId } })
  if (!answer._id) throw new Error(`${account} could not log in`)
  return visitor
}

const enterAsGuest = async (app: FastifyInstance, communityId: string): Promise<Visitor> => {
  const visitor = createVisitor(app)
  const { answer } = await visitor.call(signUpAsGuest, { body: { communityId, deviceId: newSecret() } })
  if (answer.role !== 'guest') throw new Error('no guest came of it')
  return visitor
}

/** Opens the database pool, and moves the demo communities to the time zone of the test. */
const openTestDb = async (connection: DbOptions['connection'], zoneOption: string | undefined): Promise<Db> => {
  const db = openDb({ connection, max: 3, waitMs: 30_000 })
  const hour = process.env[HOUR_VARIABLE]
  const zone = zoneOption ?? (hour && zoneWithHour(Number(hour)))
  if (zone) await db.updateTable('communities').set({ timezone: zone }).where('timezone', '=', 'Europe/Paris').execute()
  return db
}

/** Starts the real app on a database of its own, cloned from a template. Close the server in `afterAll`. */
export const openTestServer = async (template: TemplateName, options: TestServerOptions = {}): Promise<TestServer> => {
  const database = await cloneDatabase(template)
  const db = await openTestDb(database.connection, options.zone)
  const storage = createTestStorage(database.media)
  const clockShift = { aheadMs: 0 }
  const clock: Clock = { now: () => new Date(Date.now() + clockShift.aheadMs) }
  const jobs = await openJobs(db, allJobs)
  const mailbox = createMailbox()
  const background = createBackground(options.pauseDivisor)
  const platform = createTestPlatform(options, { db, storage, clock, jobs, background, mailer: mailbox })
  const app = await buildApp(platform, {
    logLevel: 'silent',
    ...options,
    // Shortens the wait for idle connections when the server closes.
    times: { shutdownGrace: 1_500, ...options.times },
  })
  // Node sets the Date header from the real clock, but the header must follow the test’s clock.
  app.server.prependListener('request', (_request, response) => {
    response.setHeader('date', clock.now().toUTCString())
  })
  await jobs.startAllWorkers(platform, allJobs)
  const settled = async () => {
    do {
      await background.whenIdle()
      await jobs.whenIdle()
    } while (!background.isIdle)
  }
  const communityId = (uri: string) => readCommunityId(db, uri)
  return {
    app,
    db,
    connection: database.connection,
    platform,
    clock: clockShift,
    mailbox,
    communityId,
    settled,
    async advanceTime(ms) {
      clockShift.aheadMs += ms
      background.advanceTimers(ms)
      await sql`
        update pgboss.job set start_after = start_after - make_interval(secs => ${ms / 1000})
        where state < 'active' and start_after > now()`.execute(db)
      await settled()
    },
    visitor: () => createVisitor(app),
    as: async (account, communityUri = 'les-tilleuls') => logInTo(app, await communityId(communityUri), account),
    asGuest: async (communityUri = 'les-tilleuls') => enterAsGuest(app, await communityId(communityUri)),
    async close() {
      await app.close()
      await jobs.stop()
      await db.destroy()
      await database.drop()
      storage.drop()
    },
  }
}
