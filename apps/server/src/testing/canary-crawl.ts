import { createRandom, type Random } from '@parvis/demo-world/random.ts'
import { servedRoutes } from '../kernel/http/serve.ts'
import type { CanaryWorld, createCanaryFinder } from './canary-world.ts'
import { foreignValues, type QuerySchema, readUrls } from './foreign-values.ts'
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
  /** Canaries that a visitor has stored in their own community (as its city): these canaries no longer prove a leak. */
  stored: Set<string>
}

type ServedRoute = NonNullable<ReturnType<(typeof servedRoutes)['get']>>[number]
/** The routes and columns of which the texts are public. */
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
  answers: number
  reached: Set<string>
}

/** What a crawl has found so far; leaks as `route, who: what`. */
interface CrawlState {
  leaks: Set<string>
  reached: Set<string>
  answers: number
}

/** Sends a request as a visitor, and adds the canaries of the answer that are not in `allowed`. */
const askAs = async (
  { server, visitors, findCanaries, stored }: CrawlSetting,
  state: CrawlState,
  allowed: PublicColumns,
  who: string,
  route: ServedRoute,
  request: Pick<GeneratedRequest, 'method' | 'url' | 'payload'> & { headers?: Record<string, string> },
): Promise<void> => {
  const visitor = visitors.get(who)!
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
  state.answers++
  const name = `${route.method} ${route.path}`
  if (statusCode < 300) state.reached.add(name)
  // An answer may repeat the canaries of its own request; any other canary is a leak.
  const asked = findCanaries(`${decodeUrl(request.url)} ${String(request.payload ?? '')}`)
  if (statusCode < 300 && route.method !== 'GET') for (const word of asked.keys()) stored.add(word)
  for (const [word, what] of findCanaries(`${rawPayload.toString('utf8')} ${JSON.stringify(headers)}`)) {
    if (
      asked.has(word) ||
      stored.has(word) ||
      allowed.some(([where, columns]) => where.test(name) && columns.test(what))
    )
      continue
    state.leaks.add(`${name}, ${who}: ${what}`)
  }
}

/** Chooses the read calls: each route at least once as each visitor, then half of the answers. */
const chooseReads = (
  { visitors }: CrawlSetting,
  routes: readonly ServedRoute[],
  known: Record<string, readonly unknown[]>,
  random: Random,
  answers: number,
) => {
  const readRoutes = routes.filter(({ method }) => method === 'GET')
  const all = readRoutes.flatMap(route =>
    readUrls(route.path, route.endpoint?.query as QuerySchema | undefined, known).flatMap(url =>
      [...visitors.keys()].map(who => ({ who, route, url })),
    ),
  )
  const first = new Map(random.shuffle(all).map(one => [`${one.who} ${one.route.path}`, one]))
  return [...first.values(), ...random.shuffle(all).slice(0, Math.floor(answers / 2))]
}

/** Whether the call would end the session or the membership that the crawl needs until its end. */
const endsVisit = ({ method, path }: ServedRoute) =>
  /^(DELETE \/api|POST \/api\/auth|PUT \/api\/user|POST \/api\/user|DELETE \/api\/user)/.test(`${method} ${path}`)

/** Crawls as each visitor; returns the canaries found that are not in `allowed`, as `route, who: what`. */
export const crawlForCanaries = async (
  setting: CrawlSetting,
  answers: number,
  allowed: PublicColumns,
  routeFilter = /./,
): Promise<CrawlResult> => {
  const { server, world, community, visitors, seed } = setting
  const random = createRandom(seed)
  const known = await foreignValues(server, world, community)
  const requestMaker = createRequestGenerator(random, known, [Buffer.alloc(10)])
  const routes = servedRoutes
    .get(server.app)!
    .filter(
      ({ method, path }) => routeFilter.test(`${method} ${path}`) && path !== '/metrics' && path !== '/docs/mails',
    )
  const state: CrawlState = { leaks: new Set(), reached: new Set(), answers: 0 }
  const reads = chooseReads(setting, routes, known, random, answers)
  for (const [at, { who, route, url }] of reads.entries()) {
    if (at % 50 === 0) await server.db.deleteFrom('attempts').execute()
    await askAs(setting, state, allowed, who, route, { method: 'GET', url })
  }
  const names = [...visitors.keys()]
  const left = Math.max(answers - reads.length, 0)
  for (let at = 0; at < left; at++) {
    if (at % 50 === 0) await server.db.deleteFrom('attempts').execute()
    const route = routes[at % routes.length]!
    const who = random.pick(names)
    await askAs(setting, state, allowed, endsVisit(route) ? 'nobody' : who, route, requestMaker.make(route))
  }
  return { leaks: [...state.leaks].toSorted(), answers: state.answers, reached: state.reached }
}
