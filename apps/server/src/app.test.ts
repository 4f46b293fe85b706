import { getCurrentCommunity, getCurrentNeighborhood } from '@parvis/contract/community.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve, servedRoutes } from './kernel/http/serve.ts'
import {
  type Calls,
  findDifferences,
  get,
  createRightsWorld,
  createVisitorFactory,
  readFeatureRights,
  readTable,
  type RightsRow,
} from './testing/rights.ts'
import { isMailProviderCall } from './testing/changing-calls.ts'
import { sharedRights } from './testing/app-rights.ts'
import { openTestServer, type TestServer, type Visitor } from './testing/test-server.ts'
import { silentProvider } from './testing/weather-provider.ts'

const allRights = [sharedRights, ...(await readFeatureRights())]
const rows = allRights.flatMap(({ table }) => readTable(table))

const missingRows = (app: TestServer['app'], table: readonly RightsRow[]): string[] => {
  const served = new Set((servedRoutes.get(app) ?? []).map(({ method, path }) => `${method} ${path}`))
  const written = new Set(table.map(({ route }) => route))
  return [...served, ...written].filter(route => !served.has(route) || !written.has(route))
}

describe('routes by role, in the native shell', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer('demo', { settings: { weather: silentProvider } })
  })
  afterAll(() => server.close())

  it('match the answers of every call by every role', { timeout: 240_000, retry: 0 }, async () => {
    const visitorOf = await createVisitorFactory(server)
    const world = await createRightsWorld(server)
    const calls: Calls = {}
    for (const feature of allRights) Object.assign(calls, await feature.calls(world))
    const asked = rows.filter(({ route }) => !isMailProviderCall(route))
    expect(await findDifferences(asked, calls, column => visitorOf(column, 'shell'))).toEqual([])
  })
})

describe('routes by role', () => {
  let server: TestServer
  let calls: Calls
  let visitorOf: (column: string) => Promise<Visitor>

  beforeAll(async () => {
    server = await openTestServer('demo', { settings: { weather: silentProvider } })
    // Two faults planted for this test: a list without its guard, and a route missing from the table.
    serve(
      server.app,
      { ...getCurrentNeighborhood, path: '/planted', access: 'public' },
      [],
      async () => (await server.visitor().call(getCurrentCommunity)).answer,
    )
    visitorOf = await createVisitorFactory(server)
    const world = await createRightsWorld(server)
    calls = {}
    for (const feature of allRights) Object.assign(calls, await feature.calls(world))
  })
  afterAll(() => server.close())

  // Calls change the data, so a retry would run with other data.
  it('match the answers of every call by every role', { timeout: 240_000, retry: 0 }, async () => {
    expect(await findDifferences(rows, calls, visitorOf)).toEqual([])
  })

  it('are listed once each, with the same columns, and are all called', () => {
    const names = rows.map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted())
    expect(new Set(rows.map(({ cells }) => [...cells.keys()].join(' ')))).toEqual(
      new Set(['nobody guest neighbor advertiser employee administrator webmaster newcomer stranger']),
    )
  })

  it('list every route of the server, and no route that does not exist', () => {
    expect(missingRows(server.app, rows)).toEqual(['GET /planted'])
    expect(
      missingRows(
        server.app,
        rows.filter(({ route }) => route !== 'GET /healthz'),
      ),
    ).toContain('GET /healthz')
  })

  it('lie under a prefix of the API, so that the session is loaded', () => {
    const unknown = (servedRoutes.get(server.app) ?? []).filter(({ endpoint, path }) => endpoint && !isApiPath(path))
    expect(unknown.map(({ path }) => path)).toEqual(['/planted'])
  })

  it('fail the comparison if a guard is missing', async () => {
    const row = rows.find(({ name }) => name === 'GET /neighborhoods/current')!
    const found = await findDifferences([{ ...row, name: 'planted' }], { planted: get('/planted') }, visitorOf)
    expect(found).toEqual([
      'planted, nobody: 200 . instead of 401 nosession',
      'planted, newcomer: 200 . instead of 403 forbidden',
    ])
  })

  it('are checked after the session and before the input is validated', async () => {
    for (const { method, path, endpoint } of servedRoutes.get(server.app)!) {
      if (!endpoint || endpoint.access === 'public') continue
      const reply = await server.visitor().send({
        method,
        url: `${path}?page=x&filter=x&_id=x`,
        ...(method !== 'GET' && { payload: '{', headers: { 'content-type': 'application/json' } }),
      })
      expect(`${method} ${path} ${reply.error.key}`).toBe(`${method} ${path} nosession`)
    }
  })
})
