import type { FastifyInstance } from 'fastify'
import { createRandom, type Random } from '@parvis/demo-world/random.ts'
import type { CanaryWorld, createCanaryFinder } from './canary-world.ts'
import { readForeignValues, type QuerySchema, urlsOfReadCall } from './foreign-values.ts'
import { cookieOf } from './live-clients.ts'
import { createRequestGenerator, type GeneratedRequest } from './request-generator.ts'
import type { TestServer, Visitor } from './test-server.ts'

export interface CrawlSetting {
  server: TestServer
  world: CanaryWorld
  /** The community whose texts are canaries. */
  community: string
  visitors: ReadonlyMap<string, Visitor>
  findCanaries: ReturnType<typeof createCanaryFinder>
  seed: number
  /** Canaries that a visitor has stored with a call, such as the city of their own community: they prove no leak. */
  writtenCanaries: Set<string>
}

type ServedRoute = FastifyInstance['servedRoutes'][number]
/** Pairs of a route and of the columns whose texts this route may show to everybody. */
export type PublicColumns = readonly [route: RegExp, column: RegExp][]

const decodeUrl = (url: string) => {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}

interface CrawlResult {
  leaks: string[]
  responseCount: number
  reachedRoutes: Set<string>
}

/** What a crawl has found so far. A leak is written as `route, visitor: column`. */
interface CrawlState {
  leaks: Set<string>
  reachedRoutes: Set<string>
  responseCount: number
}

/** Sends a request as a visitor; adds the canaries in the response that `allowed` does not permit to the leaks. */
const sendAs = async (
  { server, visitors, findCanaries, writtenCanaries }: CrawlSetting,
  state: CrawlState,
  allowed: PublicColumns,
  visitorName: string,
  route: ServedRoute,
  request: Pick<GeneratedRequest, 'method' | 'url' | 'payload'> & { headers?: Record<string, string> },
): Promise<void> => {
  const visitor = visitors.get(visitorName)!
  const cookie = cookieOf(visitor)
  const { statusCode, rawPayload, headers } = await server.app.inject({
    ...request,
    method: request.method as 'GET',
    headers: {
      host: 'parvis.test',
      origin: 'http://parvis.test',
      ...(cookie && !route.path.startsWith('/api/auth') && { cookie }),
      ...request.headers,
    },
  })
  state.responseCount++
  const name = `${route.method} ${route.path}`
  if (statusCode < 300) state.reachedRoutes.add(name)
  // A response may repeat the canaries of its own request; any other canary is a leak.
  const sentCanaries = findCanaries(`${decodeUrl(request.url)} ${String(request.payload ?? '')}`)
  if (statusCode < 300 && route.method !== 'GET') for (const word of sentCanaries.keys()) writtenCanaries.add(word)
  for (const [word, what] of findCanaries(`${rawPayload.toString('utf8')} ${JSON.stringify(headers)}`)) {
    if (
      sentCanaries.has(word) ||
      writtenCanaries.has(word) ||
      allowed.some(([where, columns]) => where.test(name) && columns.test(what))
    )
      continue
    state.leaks.add(`${name}, ${visitorName}: ${what}`)
  }
}

/** Chooses the read requests: one for each pair of route and visitor, and half of `requestCount` more at random. */
const chooseReads = (
  { visitors }: CrawlSetting,
  routes: readonly ServedRoute[],
  known: Record<string, readonly unknown[]>,
  random: Random,
  requestCount: number,
) => {
  const readRoutes = routes.filter(({ method }) => method === 'GET')
  const all = readRoutes.flatMap(route =>
    urlsOfReadCall(route.path, route.endpoint?.query as QuerySchema | undefined, known).flatMap(url =>
      [...visitors.keys()].map(who => ({ who, route, url })),
    ),
  )
  const first = new Map(random.shuffle(all).map(one => [`${one.who} ${one.route.path}`, one]))
  return [...first.values(), ...random.shuffle(all).slice(0, Math.floor(requestCount / 2))]
}

/** Whether the call could end the session or the membership that the crawl needs until its end. */
const mayEndSession = ({ method, path }: ServedRoute) =>
  /^(DELETE \/api|POST \/api\/auth|PUT \/api\/user|POST \/api\/user|DELETE \/api\/user)/.test(`${method} ${path}`)

/**
 * Calls the routes as each visitor. Returns the canaries that `allowed` does not permit, as `route, visitor: column`,
 * the number of responses, and the routes that responded with success.
 */
export const crawlForCanaries = async (
  setting: CrawlSetting,
  answers: number,
  allowed: PublicColumns,
  routeFilter = /./,
): Promise<CrawlResult> => {
  const { server, world, community, visitors, seed } = setting
  const random = createRandom(seed)
  const known = await readForeignValues(server, world, community)
  const requestMaker = createRequestGenerator(random, known, [Buffer.alloc(10)])
  const routes = server.app.servedRoutes.filter(
    ({ method, path }) => routeFilter.test(`${method} ${path}`) && path !== '/metrics' && path !== '/docs/mails',
  )
  const state: CrawlState = { leaks: new Set(), reachedRoutes: new Set(), responseCount: 0 }
  const reads = chooseReads(setting, routes, known, random, answers)
  for (const [at, { who, route, url }] of reads.entries()) {
    if (at % 50 === 0) await server.db.deleteFrom('attempts').execute()
    await sendAs(setting, state, allowed, who, route, { method: 'GET', url })
  }
  const names = [...visitors.keys()]
  const remainingCount = Math.max(answers - reads.length, 0)
  for (let at = 0; at < remainingCount; at++) {
    if (at % 50 === 0) await server.db.deleteFrom('attempts').execute()
    const route = routes[at % routes.length]!
    const who = random.pick(names)
    await sendAs(setting, state, allowed, mayEndSession(route) ? 'nobody' : who, route, requestMaker.make(route))
  }
  return { leaks: [...state.leaks].toSorted(), responseCount: state.responseCount, reachedRoutes: state.reachedRoutes }
}
