// The pages of our native apps (shells) have another origin than the server. Only these pages may send calls from
// another origin, and never with a browser’s cookie.
import { shellOrigins } from '@parvis/contract/shells.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type * as Shells from './kernel/http/shells.ts'
import { startFakeApple, type FakeApple } from './testing/apple.ts'
import {
  isMailProviderCall,
  withLeavingLast,
  readChangingRights,
  dumpDatabase,
  resolveRequest,
} from './testing/changing-calls.ts'
import { reportFigures } from './testing/figures.ts'
import { isLong } from './testing/long.ts'
import {
  type Calls,
  createRightsWorld,
  createVisitorFactory,
  readFeatureRights,
  readTable,
  type Request,
} from './testing/rights.ts'
import { expectEventually, type LiveSockets, openLiveSockets } from './testing/live-clients.ts'
import { isShellVisitor, openShell } from './testing/shells.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'

/** Planted faults: checks of a native app’s call or session that accept too much. The tests must notice each. */
type Fault =
  | 'tokens are accepted from any origin'
  | 'cookies are accepted from shells'
  | 'cookies and tokens are interchangeable'
  | 'every origin can read answers'
const planted = vi.hoisted(() => ({ fault: null as string | null }))
vi.mock('./kernel/http/shells.ts', async original => {
  const real = await original<typeof Shells>()
  const isTrustedOrigin: typeof real.isTrustedOrigin = (headers, server, token) => {
    if (planted.fault === 'tokens are accepted from any origin' && token !== undefined) return true
    const cookieless =
      planted.fault === 'cookies are accepted from shells' ? { ...headers, cookie: undefined } : headers
    return real.isTrustedOrigin(cookieless, server, token)
  }
  const loadSessionByCredential: typeof real.loadSessionByCredential = (loadSession, credential) =>
    planted.fault === 'cookies and tokens are interchangeable'
      ? loadSession(credential.token)
      : real.loadSessionByCredential(loadSession, credential)
  const handleCors: typeof real.handleCors = app => {
    real.handleCors(app)
    app.addHook('onRequest', async (request, reply) => {
      const { origin } = request.headers
      if (planted.fault === 'every origin can read answers') reply.header('access-control-allow-origin', origin)
    })
  }
  return { ...real, isTrustedOrigin, loadSessionByCredential, handleCors }
})

let apple: FakeApple
let server: TestServer
let sockets: LiveSockets
let calls: Calls
let visitorOf: Awaited<ReturnType<typeof createVisitorFactory>>
const rights = await readFeatureRights()
const changes = await readChangingRights()
beforeAll(async () => {
  apple = await startFakeApple()
  server = await openTestServer('demo', { settings: { apple: apple.settings } })
  sockets = await openLiveSockets(server)
  visitorOf = await createVisitorFactory(server)
  const world = await createRightsWorld(server)
  calls = {}
  for (const feature of rights) Object.assign(calls, await feature.calls(world))
})
afterAll(async () => {
  await server.close()
  await apple.close()
})

type Headers = Record<string, string | undefined>

/** Sends the call with these headers, the host and the headers of the request itself, and no others. */
const sendWith = (request: Request, extraHeaders: Headers) =>
  server.app.inject({
    method: request.method as 'POST',
    url: request.url,
    ...(request.payload !== undefined && { payload: request.payload }),
    headers: Object.fromEntries(
      Object.entries({ host: 'parvis.test', ...request.headers, ...extraHeaders }).filter(
        ([, value]) => value !== undefined,
      ),
    ) as Record<string, string>,
  })

const cookieOf = ({ cookies }: Visitor) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const tokenOf = (visitor: Visitor) => (isShellVisitor(visitor) ? visitor.token! : '')

/** Foreign origins, from which a call with a valid token must be refused too. */
const foreignOrigins = [
  'https://evil.example',
  'null',
  '',
  'file://',
  'http://localhost',
  'https://localhost:8443',
  'https://localhost.evil.example',
  'https://evil-localhost',
  'capacitor://evil.example',
  'capacitor://localhost:1',
  'capacitor://localhost.evil.example',
  'capacitor://LOCALHOST',
  'https://localhost/',
  'https://localhost@evil.example',
  'ionic://localhost',
  'http://parvis.test:8080',
]

type CreateVisitor = typeof visitorOf
interface ForgedCall {
  name: string
  said(role: string, enter: CreateVisitor): Promise<Headers>
  refusal: number
}
const forgedCalls: ForgedCall[] = [
  ...foreignOrigins.map(origin => ({
    name: `a token from ${origin}`,
    refusal: 403,
    said: async (role: string, enter: CreateVisitor) => ({
      origin,
      authorization: `Bearer ${tokenOf(await enter(role, 'shell'))}`,
    }),
  })),
  ...shellOrigins.flatMap(origin =>
    [{}, { 'x-client': 'shell' }, { 'sec-fetch-site': 'cross-site' }].map(more => ({
      name: `a cookie from ${origin} ${JSON.stringify(more)}`,
      refusal: 403,
      said: async (role: string, enter: CreateVisitor) => ({ origin, cookie: cookieOf(await enter(role)), ...more }),
    })),
  ),
  ...['text/plain', 'application/x-www-form-urlencoded'].map(kind => ({
    name: `a token and ${kind}`,
    refusal: 415,
    said: async (role: string, enter: CreateVisitor) => ({
      origin: shellOrigins[0],
      authorization: `Bearer ${tokenOf(await enter(role, 'shell'))}`,
      'content-type': kind,
    }),
  })),
]

/** Sends every call that changes data in each of the selected ways; returns the accepted calls and changed tables. */
const findAcceptedCalls = async (selected: readonly ForgedCall[]) => {
  const prepared = []
  const entered = new Map<string, Promise<Visitor>>()
  // Refused calls do not use up a session, so one session per role and client is enough.
  const enter: CreateVisitor = (role, client) => {
    if (planted.fault) return visitorOf(role, client)
    const key = `${role} ${client}`
    const visitor = entered.get(key) ?? visitorOf(role, client)
    entered.set(key, visitor)
    return visitor
  }
  for (const { name, role } of changes.filter(
    ({ route }) => route !== 'POST /api/auth/apple/callback' && !isMailProviderCall(route),
  )) {
    const request = await resolveRequest(calls, name)
    for (const { name: way, said, refusal } of selected)
      if (refusal !== 415 || request.payload !== undefined)
        prepared.push({ name, way, request, refusal, said: await said(role, enter) })
  }
  await server.settled()
  const before = await dumpDatabase(server)
  const accepted: string[] = []
  for (const { name, way, request, refusal, said } of prepared) {
    const { statusCode, headers } = await sendWith(request, said)
    if (statusCode !== refusal || headers['set-cookie']) accepted.push(`${name} by ${way}: ${statusCode}`)
  }
  await server.settled()
  const after = await dumpDatabase(server)
  accepted.push(
    ...Object.keys(after)
      .filter(table => after[table] !== before[table])
      .map(table => `table ${table}`),
  )
  return { asked: prepared.length, accepted }
}

it('a call with a token from another origin, or with a cookie from a native app’s origin, changes nothing', async () => {
  const { asked, accepted } = await findAcceptedCalls(forgedCalls)
  expect(accepted).toEqual([])
  reportFigures('cross-site calls of shells', null, { calls: changes.length, asked, accepted: 0 })
}, 180_000)

/** Tries every way to open a live connection; returns the ways that succeeded. */
const findOpenedConnections = async () => {
  const [browser, shell] = [await visitorOf('neighbor'), await visitorOf('neighbor', 'shell')]
  if (!isShellVisitor(shell)) throw new Error('not a shell visitor')
  const withProtocols = (protocols: string[]) => Object.assign(openShell(server), { protocols: () => protocols })
  const token = shell.token!
  const cookie = browser.cookies.get('parvis')!
  const tried: [string, Visitor, Headers][] = [
    ...foreignOrigins.map(origin => [`a token from ${origin}`, shell, { origin }] as [string, Visitor, Headers]),
    ...shellOrigins.map(origin => [`a cookie from ${origin}`, browser, { origin }] as [string, Visitor, Headers]),
    ['a browser’s token', withProtocols(['parvis', cookie]), {}],
    ['a shell’s token as a cookie', openShell(server), { cookie: `parvis=${token}`, origin: `http://${sockets.host}` }],
    ['a cookie beside no token', withProtocols(['parvis', 'x']), { cookie: cookieOf(browser) }],
    ['a token alone', withProtocols([token]), {}],
    ['a token first', withProtocols([token, 'parvis']), {}],
    ['two tokens', withProtocols(['parvis', 'x', token]), {}],
    ['another protocol', withProtocols(['chat', token]), {}],
    ['a token in a header', openShell(server), { authorization: `Bearer ${token}` }],
  ]
  const opened: string[] = []
  for (const [name, visitor, headers] of tried)
    if ((await sockets.tryUpgrade(visitor, headers)).status === 101) opened.push(name)
  return opened
}

it('a token from another origin, or a cookie from a native app’s origin, opens no live connection', async () => {
  expect(await findOpenedConnections()).toEqual([])
  const shell = await visitorOf('neighbor', 'shell')
  const screen = await sockets.open(shell)
  expect(screen.socket.protocol).toBe('parvis')
  screen.socket.send('{"event":"ping"}')
  await expectEventually(() => screen.frames.at(-1)?.event, 'pong')
  screen.socket.terminate()
})

it.runIf(isLong).each<[Fault, string]>([
  ['tokens are accepted from any origin', 'a token from https://evil.example'],
  ['cookies and tokens are interchangeable', 'a browser’s token'],
])('findOpenedConnections reports a live connection that was opened wrongly if %s', async (fault, opened) => {
  planted.fault = fault
  const found = await findOpenedConnections().finally(() => {
    planted.fault = null
  })
  expect(found).toContain(opened)
})

it('a token of a native app is refused as a cookie, but is accepted if cookies and tokens are interchangeable', async () => {
  const asCookie = async () => {
    const shell = await visitorOf('neighbor', 'shell')
    return (await sendWith({ method: 'GET', url: '/api/user/sessions' }, { cookie: `parvis=${tokenOf(shell)}` }))
      .statusCode
  }
  expect(await asCookie()).toBe(401)
  planted.fault = 'cookies and tokens are interchangeable'
  expect(await asCookie()).toBe(200)
  planted.fault = null
})

/** Returns the answers that a page of another origin could read. */
const findReadableAnswers = async () => {
  const readable: string[] = []
  const authorization = `Bearer ${tokenOf(await visitorOf('administrator', 'shell'))}`
  const reads = rights.flatMap(({ table }) => readTable(table)).filter(({ route }) => route.startsWith('GET '))
  for (const [at, { name }] of reads.entries()) {
    const origin = foreignOrigins[at % foreignOrigins.length]
    const { headers } = await sendWith(await resolveRequest(calls, name), { origin, authorization })
    if (Object.keys(headers).some(header => header.startsWith('access-control'))) readable.push(`${name} by ${origin}`)
  }
  return readable
}

it('a page of another origin cannot read any answer, even with a valid token', async () => {
  expect(await findReadableAnswers()).toEqual([])
})

it.runIf(isLong)('findReadableAnswers reports answers if every origin can read answers', async () => {
  planted.fault = 'every origin can read answers'
  const found = await findReadableAnswers()
  planted.fault = null
  expect(found.length).toBeGreaterThan(50)
})

it('a native app can make every call that a browser makes, and receives no cookie', async () => {
  const refused: string[] = []
  for (const { name, role, cells } of withLeavingLast(changes)) {
    if (cells.get(role) !== '.' || name.includes('/apple') || isMailProviderCall(name)) continue
    const shell = await visitorOf(role, 'shell')
    const reply = await shell.send(await resolveRequest(calls, name))
    if (reply.status >= 400) refused.push(`${name}: ${reply.status} ${reply.error.key}`)
  }
  expect(refused).toEqual([])
}, 60_000)

// Accepted calls change the data, so these tests run last.
it.runIf(isLong).each<[Fault, string]>([
  ['tokens are accepted from any origin', 'a token from https://evil.example'],
  ['cookies are accepted from shells', `a cookie from ${shellOrigins[1]} {}`],
])(
  'findAcceptedCalls reports accepted calls if %s',
  async (fault, way) => {
    planted.fault = fault
    const { accepted } = await findAcceptedCalls(forgedCalls.filter(({ name }) => name === way)).finally(() => {
      planted.fault = null
    })
    expect(accepted.filter(line => line.includes(` by ${way}`)).length).toBeGreaterThan(changes.length / 2)
  },
  180_000,
)
