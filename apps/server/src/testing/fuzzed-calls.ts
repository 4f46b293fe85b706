import { errorStatus, type ErrorKey } from '@parvis/contract/errors.ts'
import { createRandom, type Random } from '@parvis/demo-world/random.ts'
import { sql } from 'kysely'
import { newId } from '../kernel/ids.ts'
import { newSecret } from '../kernel/secrets.ts'
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
const CONCURRENT_CALLS = 6
/** Much longer than any response takes on a busy machine. */
const RESPONSE_TIMEOUT_MS = 60_000

const device = newSecret()

/** Source positions, SQL statements and messages of PostgreSQL must not reach callers. */
const internals =
  /\n\s+at |\.(?:ts|js):\d+|node_modules|file:\/\/|\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|SQLSTATE|duplicate key|violates|syntax error at|relation "|column "/i

interface InjectedResponse {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}

/** At log-in these errors have status 401; within a session, which stays valid, they have 400 and name a field. */
const fieldErrors: readonly ErrorKey[] = ['baduserpassword', 'codemissing', 'badcode']

/** Returns what is wrong with a response, or null. */
export const findResponseFault = ({ statusCode, body, headers }: InjectedResponse): string | null => {
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 100)}`
  if (statusCode < 400) return null
  if (internals.test(body)) return `${statusCode} tells of the inside: ${body.slice(0, 200)}`
  // A response to HEAD has no body.
  if (body === '') return null
  if (!String(headers['content-type']).startsWith('application/json')) return `${statusCode} is no JSON`
  const { error } = JSON.parse(body) as { error?: { key?: ErrorKey } }
  if (error?.key && statusCode === 400 && fieldErrors.includes(error.key)) return null
  return error?.key && errorStatus[error.key] === statusCode ? null : `${statusCode} ${body.slice(0, 100)}`
}

/** Whether the call may end its session. Such calls are made with the spare session, which no other call uses. */
const mayEndSession = (path: string) =>
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
  /** Routes of which a call has succeeded. */
  reached: Set<string>
  /** Routes of which a call was refused. */
  refused: Set<string>
}

const addMember = (
  server: TestServer,
  name: string,
  role: 'neighbor' | 'administrator' | 'advertiser' = 'neighbor',
  community = HOME,
  needUpdate = false,
) => asPerson(server, { email: `${name}-${newId()}@fuzz.example`, role, community, needUpdate })

/**
 * Removes the registration keys that administrators among the callers set, because the other callers do not know these
 * keys.
 */
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

/**
 * Reverts what some callers have switched off, ended or removed, because it would affect the calls of other callers.
 */
const restoreSharedState = async (run: FuzzRun) => {
  const { db } = run.server
  // A user who has blocked everybody can call nothing about other users.
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
  // The previous run may have left a registration key.
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

/** Returns the response, or null if there is none within `hangMs`. */
const sendCall = async ({ server, hangMs }: FuzzRun, generated: GeneratedRequest, token: string | undefined) => {
  const { headers, ...request } = generated
  const allHeaders = {
    host: 'parvis.test',
    origin: 'http://parvis.test',
    ...(token && { cookie: `parvis=${token}` }),
    ...headers,
  }
  const answer = server.app.inject({ ...request, headers: allHeaders, method: request.method as 'GET' })
  // pause: how long an answer may take
  const timeoutResult = new Promise<null>(done => void setTimeout(done, hangMs, null).unref())
  return Promise.race([answer, timeoutResult])
}

/** Makes a random call of this route, and records its response. */
const callRoute = async (run: FuzzRun, route: Parameters<RequestGenerator['make']>[0]) => {
  const { server, random, cookies, spare, known, found, statuses } = run
  const made = run.requestMaker.make(route)
  const token = mayEndSession(route.path) ? spare.visitor.cookies.get('parvis') : random.pick(cookies)
  const answer = await sendCall(run, made, token).catch((error: Error) => ({
    statusCode: 599,
    body: error.message,
    headers: {},
  }))
  const callName = `${made.method} ${made.url.slice(0, 120)}`
  if (!answer) return found.push(`${callName}: no answer`)
  statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
  ;(answer.statusCode < 400 ? run.reached : run.refused).add(`${route.method} ${route.path}`)
  const fault = findResponseFault(answer)
  const isNoFault = answer.body.includes('weatherunavailable') && (await hasNoPosition(server))
  if (fault && !isNoFault) found.push(`${callName}: ${fault}`)
  // Later requests use the id of the published post.
  if (route.path === '/events/publish' && answer.statusCode === 200)
    (known.id as string[])[random.int(0, 20)] = (JSON.parse(answer.body) as { _id: string })._id
}

/** Makes random calls of every route; returns the faults of the responses, and the routes never reached or refused. */
export const fuzzCalls = async (
  server: TestServer,
  { requests, seed, hangMs = RESPONSE_TIMEOUT_MS }: { requests: number; seed: number; hangMs: number | undefined },
) => {
  const run = await prepareRun(server, seed, hangMs)
  const routes = server.app.servedRoutes
  for (let count = 0; count < requests; count += CONCURRENT_CALLS) {
    if (count % 60 === 0) {
      await server.db.deleteFrom('attempts').where('bucket', 'not like', 'login%').execute()
      await clearRegisterKeys(server)
    }
    if (count % 600 === 0) {
      run.spare = await addMember(server, 'spare')
      await restoreSharedState(run)
    }
    await Promise.all(
      Array.from({ length: CONCURRENT_CALLS }, (_, at) => callRoute(run, routes[(count + at) % routes.length]!)),
    )
  }
  const names = routes.map(({ method, path }) => `${method} ${path}`)
  const notReached = names.filter(route => !run.reached.has(route))
  const notRefused = names.filter(route => !run.refused.has(route))
  return { found: [...new Set(run.found)], statuses: run.statuses, routes: names.length, notReached, notRefused }
}
