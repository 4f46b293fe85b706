// CSRF: a page of another site sends every call that changes data, in every way that a browser allows, in the browser
// of a signed-in user.
import type { IncomingHttpHeaders } from 'node:http'
import { APPLE_CALLBACK } from '@parvis/contract/entry-apple.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as Origin from './kernel/http/origin.ts'
import { type FakeApple, startFakeApple } from './testing/apple.ts'
import { reportFigures } from './testing/figures.ts'
import {
  isSafeRoute,
  withLeavingLast,
  readChangingRights,
  dumpDatabase,
  resolveRequest,
} from './testing/changing-calls.ts'
import { isLong } from './testing/long.ts'
import {
  type Calls,
  createRightsWorld,
  createVisitorFactory,
  readFeatureRights,
  readTable,
  type Request,
} from './testing/rights.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

/** Planted faults: origin checks that let some foreign pages through. */
const guards = {
  'trusts every origin': () => true,
  'matches the origin by prefix': ({ origin }) => origin === undefined || origin.startsWith('http://parvis.test'),
  'matches the origin by suffix': ({ origin }) => origin === undefined || origin.endsWith('parvis.test'),
  'accepts requests without Origin': ({ origin, host }) => origin === undefined || URL.parse(origin)?.host === host,
  'accepts same-site pages': ({ origin, host, 'sec-fetch-site': site }) =>
    origin === undefined ? site !== 'cross-site' : URL.parse(origin)?.host === host,
  'ignores the port of the origin': ({ origin, host }) => origin !== undefined && URL.parse(origin)?.hostname === host,
} satisfies Record<string, (headers: IncomingHttpHeaders) => boolean>
type Fault = keyof typeof guards

const planted = vi.hoisted(() => ({ fault: null as string | null }))
vi.mock('./kernel/http/origin.ts', async original => {
  const real = await original<typeof Origin>()
  const isOwnOrigin: typeof real.isOwnOrigin = (headers, publicOrigin) =>
    planted.fault ? guards[planted.fault as Fault](headers) : real.isOwnOrigin(headers, publicOrigin)
  return { isOwnOrigin }
})

let apple: FakeApple
let server: TestServer
let calls: Calls
let visitorOf: (column: string) => Promise<Visitor>
beforeAll(async () => {
  apple = await startFakeApple()
  server = await openTestServer('demo', { settings: { apple: apple.settings } })
  visitorOf = await createVisitorFactory(server)
  const world = await createRightsWorld(server)
  calls = {}
  for (const feature of rights) Object.assign(calls, await feature.calls(world))
})
afterAll(async () => {
  await server.close()
  await apple.close()
})

const rights = await readFeatureRights()
const changes = await readChangingRights()

type Headers = Record<string, string | undefined>
/** Headers that a browser may send with a call from a page of another site. */
const foreignHeaders: Headers[] = [
  ...[
    'https://evil.example',
    'http://evil.example',
    'null',
    '',
    'file://',
    'http://parvis.test.evil.example',
    'http://evil-parvis.test',
    'http://sub.parvis.test',
    'http://parvis.test:8080',
    'http://parvis.test@evil.example',
    'http://evil.example#parvis.test',
    'http://evil.example/parvis.test',
    'ftp://parvis.test',
    'javascript:alert(1)',
  ].map(origin => ({ origin })),
  ...['cross-site', 'same-site', 'x', ''].map(site => ({ origin: undefined, 'sec-fetch-site': site })),
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: undefined },
]
/** Content types that a form or a beacon of another site can send without a preflight. */
const simpleContentTypes = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']

/** Sends the call as a page of another site would. A header with the value `undefined` is left out. */
const sendFrom = (visitor: Visitor, request: Request, extraHeaders: Headers) => {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = Object.entries({
    host: 'parvis.test',
    ...(cookie && { cookie }),
    ...request.headers,
    ...extraHeaders,
  })
  return server.app.inject({
    method: request.method as 'POST',
    url: request.url,
    ...(request.payload !== undefined && { payload: request.payload }),
    headers: Object.fromEntries(headers.filter(([, value]) => value !== undefined)) as Record<string, string>,
  })
}

interface Outcome {
  asked: number
  accepted: string[]
}

/** Sends every call that changes data as a page of another site with these headers, as a user who may send the call. */
const sendFromOtherSite = async (
  headerSets: readonly Headers[],
  contentTypes: readonly string[] = [],
): Promise<Outcome> => {
  const outcome: Outcome = { asked: 0, accepted: [] }
  const asked = [...headerSets, ...contentTypes.map(kind => ({ origin: 'https://evil.example', 'content-type': kind }))]
  const prepared: { name: string; request: Request; visitor: Visitor }[] = []
  for (const { name, role } of changes) {
    prepared.push({ name, request: await resolveRequest(calls, name), visitor: await visitorOf(role) })
  }
  await server.settled()
  const before = await dumpDatabase(server)
  for (const { name, request, visitor } of prepared) {
    for (const said of asked) {
      const { statusCode, headers } = await sendFrom(visitor, request, said)
      outcome.asked++
      const isRefused = statusCode === 403 || (statusCode === 415 && 'content-type' in said)
      if (!isRefused || headers['set-cookie'] || headers['access-control-allow-origin'])
        outcome.accepted.push(`${name} from ${JSON.stringify(said)}: ${statusCode}`)
    }
  }
  await server.settled()
  const after = await dumpDatabase(server)
  outcome.accepted.push(
    ...Object.keys(after)
      .filter(table => after[table] !== before[table])
      .map(table => `table ${table}`),
  )
  return outcome
}

it('a page of another site changes nothing, whatever call it sends and whatever headers its browser adds', async () => {
  const unsafe = server.app.servedRoutes.filter(({ method }) => !isSafeRoute(`${method} `))
  expect(unsafe.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    changes.map(({ route }) => route).toSorted(),
  )
  const { asked, accepted } = await sendFromOtherSite(foreignHeaders, simpleContentTypes)
  expect(accepted).toEqual([])
  reportFigures('cross-site calls', null, { calls: changes.length, asked, accepted: 0 })
}, 120_000)

it('the same calls are accepted if a page of our own site sends them', async () => {
  const refused: string[] = []
  for (const { name, role, cells } of withLeavingLast(changes)) {
    if (cells.get(role) !== '.') continue
    const reply = await sendFrom(await visitorOf(role), await resolveRequest(calls, name), {
      origin: 'http://parvis.test',
    })
    if (reply.statusCode >= 400) refused.push(`${name}: ${reply.statusCode} ${reply.body}`)
  }
  expect(refused).toEqual([])
}, 60_000)

it.runIf(isLong).each(Object.keys(guards) as Fault[])(
  'sendFromOtherSite reports accepted calls if the server %s',
  async fault => {
    planted.fault = fault
    const { accepted } = await sendFromOtherSite(foreignHeaders).finally(() => {
      planted.fault = null
    })
    expect(new Set(accepted.map(line => line.split(' ', 2).join(' '))).size).toBeGreaterThan(changes.length / 2)
  },
  120_000,
)

it('a page of another site cannot read an answer, and its GET, HEAD and OPTIONS requests change nothing', async () => {
  const visitor = await visitorOf('administrator')
  const reads = rights.flatMap(({ table }) => readTable(table)).filter(({ route }) => route.startsWith('GET '))
  const requests = await Promise.all(reads.map(({ name }) => resolveRequest(calls, name)))
  await server.settled()
  const before = await dumpDatabase(server)
  const exposed: string[] = []
  for (const request of requests) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const reply = await sendFrom(
        visitor,
        { ...request, method },
        {
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      )
      const allows = Object.keys(reply.headers).filter(name => name.startsWith('access-control-allow'))
      if (allows.length > 0) exposed.push(`${method} ${request.url}: ${allows.join()}`)
    }
  }
  expect(exposed).toEqual([])
  await server.settled()
  const after = await dumpDatabase(server)
  expect(Object.keys(after).filter(table => after[table] !== before[table])).toEqual([])
}, 60_000)

it('a request from Apple’s origin reaches only the callback URL, and is answered only with a redirect', async () => {
  const visitor = await visitorOf('administrator')
  const form = {
    method: 'POST',
    url: APPLE_CALLBACK,
    payload: 'state=x&id_token=y',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
  const { statusCode, headers } = await sendFrom(visitor, form, {
    origin: apple.origin,
    'sec-fetch-site': 'cross-site',
  })
  expect([statusCode, headers.location]).toEqual([303, '/connexion?apple=failed'])
  const outcomes = await sendFromOtherSite([{ origin: apple.origin, 'sec-fetch-site': 'cross-site' }])
  expect(outcomes.accepted.filter(line => !line.includes(APPLE_CALLBACK))).toEqual([])
})
