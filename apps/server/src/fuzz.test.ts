// Sends every call of the contract with valid and broken input that is generated from a seed. The short run sends a few
// hundred calls.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as ChatQueries from './features/chat/chat.queries.ts'
import { findResponseFault, fuzzCalls } from './testing/fuzzed-calls.ts'
import { reportFigures } from './testing/figures.ts'
import { isLong, iterationsOf } from './testing/long.ts'
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

const REQUESTS = iterationsOf('FUZZ_REQUESTS', 600, 100_000)
/** With fewer requests some routes are never called successfully. */
const MIN_REQUESTS_TO_REACH_ALL = 30_000
const SEED = Number(process.env.SEED ?? 14)

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

/**
 * Routes for which random input is rarely valid: they need a file of a certain kind, a stay or post of the caller, a
 * push subscription, or an installation without a community.
 */
const rarelyReached =
  /^(GET \/metrics|GET \/admin\/audit|POST \/moderation\/|(POST|PUT) \/digests\/|POST \/api\/user\/second-factor\/codes|POST \/media\/link|POST \/api\/booking|POST \/api\/push-token|PUT \/events\/(pin|:id)|POST \/messages$|PUT \/messages\/flag|PUT \/users\/block|GET \/calendar|GET \/events\/ics\/|DELETE|POST \/api\/auth|POST \/api\/user\/(undo|export)$|GET \/api\/user\/export\/file|(POST|PUT) \/(templates|gooddeals)(\/:id)?$|PUT \/api\/user|POST \/admin\/setup|PUT \/admin\/community\/welcome|PUT \/(communities|gooddeals)\/map|GET \/media\/:id|GET \/communities\/:id\/welcome|[A-Z]+ \/admin\/\w+\/:id)/

/** Routes that need an installation, a mail or a service of their own, and the tests that cover them. */
const reachedElsewhere = new Map([
  ...['POST /admin/setup', 'POST /admin/setup/open'].map(route => [route, 'features/setup/setup.test.ts'] as const),
  ...['start', 'callback', ''].map(
    step => [`POST /api/auth/apple${step && `/${step}`}`, 'features/entry/apple.test.ts'] as const,
  ),
  ['POST /api/auth/signup/apple', 'features/entry/apple.test.ts'],
  ...['PUT /api/user/second-factor', 'DELETE /api/user/second-factor', 'POST /api/user/second-factor/codes'].map(
    route => [route, 'features/second-factor/second-factor-setup.test.ts'] as const,
  ),
  ['POST /api/user/undo', 'features/leaving/leaving.test.ts'],
  ['POST /api/user/export', 'features/leaving/export.test.ts'],
  ['GET /api/user/export/file', 'features/leaving/export.test.ts'],
  ['DELETE /api/user', 'features/leaving/leaving.test.ts'],
  ['POST /api/push-token', 'features/push/push-endpoints.test.ts'],
  ['POST /media/link', 'features/media/link.test.ts'],
  ['PUT /admin/logo', 'audit-coverage.test.ts'],
  ['PUT /admin/community/plan', 'features/information/information-files.test.ts'],
  ['PUT /admin/community/welcome', 'features/information/information-files.test.ts'],
])
/** Routes that refuse no caller. */
const neverRefused =
  /^GET \/(?:healthz|readyz|docs\/api|globalinformations\/installation|metrics|docs\/mails|\.well-known\/[\w.-]+|digests\/stop\/:token)$/

const fuzz = (requests: number, hangMs?: number) => fuzzCalls(server, { requests, seed: SEED, hangMs })

describe('fuzzed calls', () => {
  it(
    `are all answered (${REQUESTS} requests), and no answer reveals internals`,
    async () => {
      const { found, statuses, routes, notReached, notRefused } = await fuzz(REQUESTS)
      expect(found.slice(0, 20)).toEqual([])
      expect([...reachedElsewhere.values()].filter(file => !existsSync(join(import.meta.dirname, file)))).toEqual([])
      if (REQUESTS < MIN_REQUESTS_TO_REACH_ALL) return
      // A run whose calls are all refused would prove little.
      expect(notReached.filter(route => !rarelyReached.test(route))).toEqual([])
      // Every route not reached must be covered by a table of access rights or by `reachedElsewhere`.
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
    'are reported as faulty if one of them throws',
    async () => {
      faults.throws = true
      const { found } = await fuzz(500)
      faults.throws = false
      expect(found.some(line => line.includes('GET /messages/neighbors: 500'))).toBe(true)
    },
    60_000,
  )

  it.runIf(isLong)(
    'are reported as faulty if one of them is never answered',
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
  ])('are reported as faulty if an answer is %s', body => {
    expect(
      findResponseFault({
        statusCode: 400,
        body: body.replace('\\n', '\n'),
        headers: { 'content-type': 'application/json' },
      }),
    ).not.toBeNull()
  })
})
