// Sends every call of the contract with valid and broken input from a seed; a few hundred calls in the short run.
import { sql } from 'kysely'
import { errorStatus, type ErrorKey } from '@parvis/contract/errors.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from '@parvis/demo-world/random.ts'
import { newId } from './kernel/ids.ts'
import { newSecret } from './kernel/secrets.ts'
import { servedRoutes } from './kernel/http/serve.ts'
import type * as ChatQueries from './features/chat/chat.queries.ts'
import { addDeal } from './testing/deals.ts'
import { createKnownValues } from './testing/known-values.ts'
import { reportFigures } from './testing/figures.ts'
import { isLong, sizeOf } from './testing/long.ts'
import { asPerson } from './testing/people.ts'
import { plainPicture } from './testing/pictures.ts'
import { type GeneratedRequest, createRequestGenerator } from './testing/request-generator.ts'
import { sharedRights } from './testing/app-rights.ts'
import { readFeatureRights, readTable } from './testing/rights.ts'
import { openTestServer, type TestServer } from './testing/test-server.ts'
import { type FakeWeatherProvider, startWeatherProvider } from './testing/weather-provider.ts'

/** Planted faults: a call that throws an unexpected error, or never answers. */
const faults = vi.hoisted(() => ({ throws: false, hangs: false }))
vi.mock('./features/chat/chat.queries.ts', async original => {
  const real = await original<typeof ChatQueries>()
  return {
    ...real,
    findNeighbors: (...given: Parameters<typeof real.findNeighbors>) => {
      if (faults.hangs) return new Promise<never>(() => {})
      if (faults.throws) throw new Error('select * from users failed')
      return real.findNeighbors(...given)
    },
  }
})

const REQUESTS = sizeOf('FUZZ_REQUESTS', 600, 100_000)
/** With fewer requests some routes are never called successfully. */
const MIN_FOR_FULL_REACH = 30_000
const SEED = Number(process.env.SEED ?? 14)
const AT_ONCE = 6
/** Much longer than any answer takes on a busy machine. */
const HANG_MS = 60_000

let server: TestServer
let weather: FakeWeatherProvider
beforeAll(async () => {
  weather = await startWeatherProvider()
  server = await openTestServer('demo', { settings: { weather: weather.settings('open-meteo') } })
})
afterAll(async () => {
  await server.close()
  await weather.stop()
})

/** Source positions, SQL statements and messages of PostgreSQL must not reach callers. */
const internals =
  /\n\s+at |\.(?:ts|js):\d+|node_modules|file:\/\/|\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|SQLSTATE|duplicate key|violates|syntax error at|relation "|column "/i

interface Answer {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}

/** At log-in these errors have status 401; within a session, which stays valid, they have 400 and name a field. */
const fieldErrors: readonly ErrorKey[] = ['baduserpassword', 'codemissing', 'badcode']

/** Returns what is wrong with an answer, or null. */
const faultOf = ({ statusCode, body, headers }: Answer): string | null => {
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 100)}`
  if (statusCode < 400) return null
  if (internals.test(body)) return `${statusCode} tells of the inside: ${body.slice(0, 200)}`
  // A HEAD answer has no body.
  if (body === '') return null
  if (!String(headers['content-type']).startsWith('application/json')) return `${statusCode} is no JSON`
  const { error } = JSON.parse(body) as { error?: { key?: ErrorKey } }
  if (error?.key && statusCode === 400 && fieldErrors.includes(error.key)) return null
  return error?.key && errorStatus[error.key] === statusCode ? null : `${statusCode} ${body.slice(0, 100)}`
}

const device = newSecret()
let newUser: string

/** Calls that end sessions are made with a session that no other call uses. */
const endsSessions = (path: string) =>
  path.startsWith('/api/auth') || path === '/api/user/sessions' || path === '/api/register'

/**
 * Routes whose input random values rarely satisfy: a file of a certain kind, a stay or post of one’s own, a push
 * subscription, or an installation without a community.
 */
const rarelyReached =
  /^(GET \/metrics|GET \/admin\/audit|POST \/moderation\/|(POST|PUT) \/digests\/|POST \/api\/user\/second-factor\/codes|POST \/media\/link|POST \/api\/booking|POST \/api\/push-token|PUT \/events\/(pin|:id)|POST \/messages$|PUT \/messages\/flag|PUT \/users\/block|GET \/calendar|GET \/events\/ics\/|DELETE|POST \/api\/auth|POST \/api\/user\/(undo|export)$|GET \/api\/user\/export\/file|(POST|PUT) \/(templates|gooddeals)(\/:id)?$|PUT \/api\/user|POST \/admin\/setup|PUT \/admin\/community\/welcome|PUT \/(communities|gooddeals)\/map|GET \/media\/:id|GET \/communities\/:id\/welcome|[A-Z]+ \/admin\/\w+\/:id)/

/** Routes that need an installation, a mail or a service of their own, and the tests that cover them. */
const reachedElsewhere = new Map([
  ...['POST /admin/setup', 'POST /admin/setup/open'].map(route => [route, 'features/setup/setup.test.ts'] as const),
  ...['start', 'callback', ''].map(
    step => [`POST /api/auth/apple${step && `/${step}`}`, 'features/session/apple.test.ts'] as const,
  ),
  ['POST /api/auth/signup/apple', 'features/session/apple.test.ts'],
  ...['PUT /api/user/second-factor', 'DELETE /api/user/second-factor', 'POST /api/user/second-factor/codes'].map(
    route => [route, 'features/session/second-factor-setup.test.ts'] as const,
  ),
  ['POST /api/user/undo', 'features/leaving/leaving.test.ts'],
  ['POST /api/user/export', 'features/leaving/export.test.ts'],
  ['GET /api/user/export/file', 'features/leaving/export.test.ts'],
  ['DELETE /api/user', 'features/leaving/leaving.test.ts'],
  ['POST /api/push-token', 'features/push/push.test.ts'],
  ['POST /media/link', 'features/media/link.test.ts'],
  ['PUT /admin/logo', 'features/admin/admin.test.ts'],
  ['PUT /admin/community/plan', 'features/information/information-files.test.ts'],
  ['PUT /admin/community/welcome', 'features/information/information-files.test.ts'],
])
/** Routes about the process itself, which do not check the caller. */
const neverRefused =
  /^GET \/(?:healthz|readyz|docs\/api|globalinformations\/installation|metrics|docs\/mails|\.well-known\/[\w.-]+|digests\/stop\/:token)$/

const fuzz = async (requests: number, hangMs = HANG_MS) => {
  const random = createRandom(SEED)
  const addMember = async (
    name: string,
    role: 'neighbor' | 'administrator' | 'advertiser' = 'neighbor',
    community = 'les-tilleuls',
    needUpdate = false,
  ) => asPerson(server, { email: `${name}-${newId()}@fuzz.example`, role, community, needUpdate })
  const neighbor = await addMember('neighbor')
  newUser = (await addMember('other')).userId
  const cookies = [
    null,
    neighbor,
    neighbor,
    // Higher roles can do more damage, so more callers have them.
    ...(await Promise.all(['one', 'another', 'third'].map(name => addMember(name, 'administrator')))),
    await addMember('advertiser', 'advertiser'),
    await addMember('lake', 'neighbor', 'residence-du-lac'),
    await addMember('new', 'neighbor', 'les-tilleuls', true),
  ].map(one => one?.visitor.cookies.get('parvis'))
  // Administrators among the callers set register keys that the other callers do not know.
  const clearRegisterKeys = () =>
    server.db
      .updateTable('communities')
      .set({ register_key: null, former_register_key: null })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
  // Reverts what some callers have switched off, ended or removed, so that it does not affect the others.
  const restore = async () => {
    await server.db
      .updateTable('communities')
      .set({ accept_posts: true, subscribe: true, gooddeal: true, weather: true, latitude: 45.9, longitude: 6.13 })
      .where('custom_uri', '=', 'les-tilleuls')
      .execute()
    await server.db.updateTable('deals').set({ ends_at: null, starts_at: null, refused_at: null }).execute()
    const existing = new Set((await server.db.selectFrom('deals').select('id').execute()).map(({ id }) => id))
    for (const [at, id] of goodDeals.entries()) {
      if (existing.has(id)) continue
      const next = await addDeal(server)
      goodDeals[at] = next
      for (const names of [known.id, known._id] as string[][])
        for (const [place, name] of names.entries()) if (name === id) names[place] = next
    }
  }
  /**
   * Whether an administrator among the callers has removed a community’s position, without which there is no weather.
   */
  const hasNoPosition = async () => {
    const { rows } = await sql<{ found: boolean }>`select exists (
      select from communities where custom_uri in ('les-tilleuls', 'residence-du-lac') and latitude is null) as found`.execute(
      server.db,
    )
    return rows[0]!.found
  }
  // The previous run may have left a register key.
  await clearRegisterKeys()
  const guest = (await server.asGuest()).cookies.get('parvis')
  let spare = await addMember('spare')
  const png = await plainPicture(30, 20).png().toBuffer()
  const { known, goodDeals } = await createKnownValues(server, { userId: neighbor.userId, newUser, device })
  const requestMaker = createRequestGenerator(random, known, [
    png,
    png.subarray(0, 60),
    Buffer.from('<svg/>'),
    Buffer.alloc(0),
  ])
  const routes = servedRoutes.get(server.app)!
  const found: string[] = []
  const statuses = new Map<number, number>()
  const reached = new Set<string>()
  const refused = new Set<string>()

  const send = async (made: GeneratedRequest, token: string | undefined) => {
    const { headers, ...request } = made
    const given = {
      host: 'parvis.test',
      origin: 'http://parvis.test',
      ...(token && { cookie: `parvis=${token}` }),
      ...headers,
    }
    const answer = server.app.inject({ ...request, headers: given, method: request.method as 'GET' })
    // pause: how long an answer may take
    const timeoutResult = new Promise<null>(done => void setTimeout(done, hangMs, null).unref())
    return Promise.race([answer, timeoutResult])
  }

  for (let count = 0; count < requests; count += AT_ONCE) {
    if (count % 60 === 0) {
      await server.db.deleteFrom('attempts').where('bucket', 'not like', 'login%').execute()
      await clearRegisterKeys()
    }
    if (count % 600 === 0) {
      spare = await addMember('spare')
      // A user who has blocked everybody reaches nobody.
      await server.db.deleteFrom('user_blocks').execute()
      await restore()
      server.platform.bus.publish('actor.changed', { communityIds: [await server.communityId('les-tilleuls')] })
    }
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) => {
        const route = routes[(count + at) % routes.length]!
        const made = requestMaker.make(route)
        const token = endsSessions(route.path) ? spare.visitor.cookies.get('parvis') : random.pick([...cookies, guest])
        const answer = await send(made, token).catch((error: Error) => ({
          statusCode: 599,
          body: error.message,
          headers: {},
        }))
        const callName = `${made.method} ${made.url.slice(0, 120)}`
        if (!answer) return found.push(`${callName}: no answer`)
        statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
        ;(answer.statusCode < 400 ? reached : refused).add(`${route.method} ${route.path}`)
        const fault = faultOf(answer)
        const isNoFault = answer.body.includes('weatherunavailable') && (await hasNoPosition())
        if (fault && !isNoFault) found.push(`${callName}: ${fault}`)
        // Later requests use the id of the published post.
        if (route.path === '/events/publish' && answer.statusCode === 200)
          (known.id as string[])[random.int(0, 20)] = (JSON.parse(answer.body) as { _id: string })._id
      }),
    )
  }
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  const notReached = names.filter(route => !reached.has(route))
  const notRefused = names.filter(route => !refused.has(route))
  return { found: [...new Set(found)], statuses, routes: names.length, notReached, notRefused }
}

describe('fuzzed calls', () => {
  it(
    `${REQUESTS} of them are all answered, and no answer reveals internals`,
    async () => {
      const { found, statuses, routes, notReached, notRefused } = await fuzz(REQUESTS)
      expect(found.slice(0, 20)).toEqual([])
      expect([...reachedElsewhere.values()].filter(file => !existsSync(join(import.meta.dirname, file)))).toEqual([])
      if (REQUESTS < MIN_FOR_FULL_REACH) return
      // A run whose calls are all refused would prove little.
      expect(notReached.filter(route => !rarelyReached.test(route))).toEqual([])
      // Rarely reached routes must be covered by the tables of rights or by the list.
      const rows = [sharedRights, ...(await readFeatureRights())].flatMap(({ table }) => readTable(table))
      const answered = new Set(rows.flatMap(({ route, cells }) => ([...cells.values()].includes('.') ? [route] : [])))
      expect(notReached.filter(route => !answered.has(route) && !reachedElsewhere.has(route))).toEqual([])
      expect(notRefused.filter(route => !neverRefused.test(route))).toEqual([])
      const counts = { requests: REQUESTS, routes, statuses: Object.fromEntries(statuses), faults: 0 }
      reportFigures('fuzzed calls', SEED, counts)
    },
    60_000 + REQUESTS * 30,
  )

  it.runIf(isLong)(
    'fail the test if one of them throws',
    async () => {
      faults.throws = true
      const { found } = await fuzz(500)
      faults.throws = false
      expect(found.some(line => line.includes('GET /messages/neighbors: 500'))).toBe(true)
    },
    60_000,
  )

  it.runIf(isLong)(
    'fail the test if one of them is never answered',
    async () => {
      faults.hangs = true
      const { found } = await fuzz(1000, 1500)
      faults.hangs = false
      expect(found.filter(line => line.includes('no answer')).length).toBeGreaterThan(0)
    },
    60_000,
  )

  it.each([
    '{"error":{"key":"badrequest"},"stack":"Error\\n    at main.ts:3"}',
    '{"error":{"key":"badrequest"},"message":"insert into events values"}',
    '{"error":{"key":"nosession"}}',
    '{"message":"Bad Request"}',
  ])('fail the test if an answer is %s', body => {
    expect(
      faultOf({ statusCode: 400, body: body.replace('\\n', '\n'), headers: { 'content-type': 'application/json' } }),
    ).not.toBeNull()
  })
})
