import { errorStatus, type ErrorKey } from '@parvis/contract/errors.ts'
import { createRandom, type Random } from '@parvis/demo-world/random.ts'
import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import { newSecret } from '../kernel/secrets.ts'
import { servedRoutes } from '../kernel/http/serve.ts'
import { addDeal } from './deals.ts'
import { createKnownValues } from './known-values.ts'
import { asPerson } from './people.ts'
import { plainPicture } from './pictures.ts'
import {
  createRequestGenerator,
  type GeneratedRequest,
  type KnownValues,
  type RequestGenerator,
} from './request-generator.ts'
import type { TestServer, Visitor } from './test-server.ts'

const HOME = 'les-tilleuls'
const AT_ONCE = 6
/** Much longer than any answer takes on a busy machine. */
const HANG_MS = 60_000

const device = newSecret()

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
export const faultOf = ({ statusCode, body, headers }: Answer): string | null => {
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

/** Calls that end sessions are made with a session that no other call uses. */
const endsSessions = (path: string) =>
  path.startsWith('/api/auth') || path === '/api/user/sessions' || path === '/api/register'

interface FuzzRun {
  server: TestServer
  random: Random
  hangMs: number
  /** Session cookies of the callers; undefined for a caller without a session. */
  cookies: (string | undefined)[]
  spare: { visitor: Visitor }
  known: KnownValues
  goodDeals: string[]
  requestMaker: RequestGenerator
  found: string[]
  statuses: Map<number, number>
  /** Routes that answered a call successfully. */
  reached: Set<string>
  /** Routes that refused a call. */
  refused: Set<string>
}

const addMember = (
  server: TestServer,
  name: string,
  role: 'neighbor' | 'administrator' | 'advertiser' = 'neighbor',
  community = HOME,
  needUpdate = false,
) => asPerson(server, { email: `${name}-${newId()}@fuzz.example`, role, community, needUpdate })

/** Administrators among the callers set register keys that the other callers do not know. */
const clearRegisterKeys = ({ db }: TestServer) =>
  db
    .updateTable('communities')
    .set({ register_key: null, former_register_key: null })
    .where('custom_uri', '=', HOME)
    .execute()

/** Replaces the deals that some callers have deleted, also among the known values. */
const replaceDeletedDeals = async ({ server, known, goodDeals }: FuzzRun) => {
  const existing = new Set((await server.db.selectFrom('deals').select('id').execute()).map(({ id }) => id))
  for (const [at, id] of goodDeals.entries()) {
    if (existing.has(id)) continue
    const next = await addDeal(server)
    goodDeals[at] = next
    for (const names of [known.id, known._id] as string[][])
      for (const [place, name] of names.entries()) if (name === id) names[place] = next
  }
}

/** Reverts what some callers have switched off, ended or removed, so that it does not affect the others. */
const restore = async (run: FuzzRun) => {
  const { db } = run.server
  // A user who has blocked everybody reaches nobody.
  await db.deleteFrom('user_blocks').execute()
  await db
    .updateTable('communities')
    .set({ accept_posts: true, subscribe: true, gooddeal: true, weather: true, latitude: 45.9, longitude: 6.13 })
    .where('custom_uri', '=', HOME)
    .execute()
  await db.updateTable('deals').set({ ends_at: null, starts_at: null, refused_at: null }).execute()
  await replaceDeletedDeals(run)
  run.server.platform.bus.publish('actor.changed', { communityIds: [await run.server.communityId(HOME)] })
}

/** Whether an administrator among the callers has removed a community’s position, without which there is no weather. */
const hasNoPosition = async ({ db }: TestServer) => {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from communities where custom_uri in ('les-tilleuls', 'residence-du-lac') and latitude is null) as found`.execute(
    db,
  )
  return rows[0]!.found
}

/** Adds the callers, and the values that their calls are made of. */
const prepareRun = async (server: TestServer, seed: number, hangMs: number): Promise<FuzzRun> => {
  const random = createRandom(seed)
  const neighbor = await addMember(server, 'neighbor')
  const { userId: newUser } = await addMember(server, 'other')
  const callers = [
    null,
    neighbor,
    neighbor,
    // Higher roles can do more damage, so more callers have them.
    ...(await Promise.all(['one', 'another', 'third'].map(name => addMember(server, name, 'administrator')))),
    await addMember(server, 'advertiser', 'advertiser'),
    await addMember(server, 'lake', 'neighbor', 'residence-du-lac'),
    await addMember(server, 'new', 'neighbor', HOME, true),
  ].map(one => one?.visitor)
  // The previous run may have left a register key.
  await clearRegisterKeys(server)
  const guest = await server.asGuest()
  const spare = await addMember(server, 'spare')
  const png = await plainPicture(30, 20).png().toBuffer()
  const { known, goodDeals } = await createKnownValues(server, { userId: neighbor.userId, newUser, device })
  const pictures = [png, png.subarray(0, 60), Buffer.from('<svg/>'), Buffer.alloc(0)]
  return {
    server,
    random,
    hangMs,
    cookies: [...callers, guest].map(visitor => visitor?.cookies.get('parvis')),
    spare,
    known,
    goodDeals,
    requestMaker: createRequestGenerator(random, known, pictures),
    found: [],
    statuses: new Map(),
    reached: new Set(),
    refused: new Set(),
  }
}

/** Returns the answer, or null if there is none in time. */
const sendCall = async ({ server, hangMs }: FuzzRun, made: GeneratedRequest, token: string | undefined) => {
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

/** Makes a random call of this route, and records its answer. */
const callRoute = async (run: FuzzRun, route: Parameters<RequestGenerator['make']>[0]) => {
  const { server, random, cookies, spare, known, found, statuses } = run
  const made = run.requestMaker.make(route)
  const token = endsSessions(route.path) ? spare.visitor.cookies.get('parvis') : random.pick(cookies)
  const answer = await sendCall(run, made, token).catch((error: Error) => ({
    statusCode: 599,
    body: error.message,
    headers: {},
  }))
  const callName = `${made.method} ${made.url.slice(0, 120)}`
  if (!answer) return found.push(`${callName}: no answer`)
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
  ;(answer.statusCode < 400 ? run.reached : run.refused).add(`${route.method} ${route.path}`)
  const fault = faultOf(answer)
  const isNoFault = answer.body.includes('weatherunavailable') && (await hasNoPosition(server))
  if (fault && !isNoFault) found.push(`${callName}: ${fault}`)
  // Later requests use the id of the published post.
  if (route.path === '/events/publish' && answer.statusCode === 200)
    (known.id as string[])[random.int(0, 20)] = (JSON.parse(answer.body) as { _id: string })._id
}

/** Makes random calls of every route; returns the faults of their answers, and which routes answered and refused. */
export const fuzzCalls = async (
  server: TestServer,
  { requests, seed, hangMs = HANG_MS }: { requests: number; seed: number; hangMs: number | undefined },
) => {
  const run = await prepareRun(server, seed, hangMs)
  const routes = servedRoutes.get(server.app)!
  for (let count = 0; count < requests; count += AT_ONCE) {
    if (count % 60 === 0) {
      await server.db.deleteFrom('attempts').where('bucket', 'not like', 'login%').execute()
      await clearRegisterKeys(server)
    }
    if (count % 600 === 0) {
      run.spare = await addMember(server, 'spare')
      await restore(run)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => callRoute(run, routes[(count + at) % routes.length]!)))
  }
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  const notReached = names.filter(route => !run.reached.has(route))
  const notRefused = names.filter(route => !run.refused.has(route))
  return { found: [...new Set(run.found)], statuses: run.statuses, routes: names.length, notReached, notRefused }
}
