import { getCurrentCommunity, getCurrentNeighborhood } from '@parvis/contract/community.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from './kernel/http/serve.ts'
import {
  type Calls,
  findRightsDifferences,
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
import { unreachableProvider } from './testing/weather-provider.ts'

const allRights = [sharedRights, ...(await readFeatureRights())]
const rows = allRights.flatMap(({ table }) => readTable(table))

const findRouteDifferences = (app: TestServer['app'], table: readonly RightsRow[]): string[] => {
  const served = new Set(app.servedRoutes.map(({ method, path }) => `${method} ${path}`))
  const listed = new Set(table.map(({ route }) => route))
  return [...served, ...listed].filter(route => !served.has(route) || !listed.has(route))
}

describe('the table of rights, for calls of the native app', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer('demo', { settings: { weather: unreachableProvider } })
  })
  afterAll(() => server.close())

  it('states how the server responds to every call by every role', { timeout: 240_000, retry: 0 }, async () => {
    const visitorOf = await createVisitorFactory(server)
    const world = await createRightsWorld(server)
    const calls: Calls = {}
    for (const feature of allRights) Object.assign(calls, await feature.calls(world))
    const asked = rows.filter(({ route }) => !isMailProviderCall(route))
    expect(await findRightsDifferences(asked, calls, column => visitorOf(column, 'shell'))).toEqual([])
  })
})

describe('the table of rights, for calls of a browser', () => {
  let server: TestServer
  let calls: Calls
  let visitorOf: (column: string) => Promise<Visitor>

  beforeAll(async () => {
    server = await openTestServer('demo', { settings: { weather: unreachableProvider } })
    // Planted faults: this public route returns data that needs a session, and it is missing from the table of rights.
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
  it('states how the server responds to every call by every role', { timeout: 240_000, retry: 0 }, async () => {
    expect(await findRightsDifferences(rows, calls, visitorOf)).toEqual([])
  })

  it('lists each call once, always with the same columns, and lists only calls that the test can send', () => {
    const names = rows.map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(calls).toSorted())
    expect(new Set(rows.map(({ cells }) => [...cells.keys()].join(' ')))).toEqual(
      new Set(['nobody guest neighbor advertiser employee administrator webmaster newcomer stranger']),
    )
  })

  it('lists every route of the server, and no route that does not exist', () => {
    expect(findRouteDifferences(server.app, rows)).toEqual(['GET /planted'])
    expect(
      findRouteDifferences(
        server.app,
        rows.filter(({ route }) => route !== 'GET /healthz'),
      ),
    ).toContain('GET /healthz')
  })

  it('every API route of the server, except the planted one, has an API path, for which the server loads the session', () => {
    const unknown = server.app.servedRoutes.filter(({ endpoint, path }) => endpoint && !isApiPath(path))
    expect(unknown.map(({ path }) => path)).toEqual(['/planted'])
  })

  it('findRightsDifferences reports the wrong responses of a route that has no access check', async () => {
    const row = rows.find(({ name }) => name === 'GET /neighborhoods/current')!
    const found = await findRightsDifferences([{ ...row, name: 'planted' }], { planted: get('/planted') }, visitorOf)
    expect(found).toEqual([
      'planted, nobody: 200 . instead of 401 nosession',
      'planted, newcomer: 200 . instead of 403 forbidden',
    ])
  })

  it('every route that is not public refuses a call without a session before it validates the input', async () => {
    for (const { method, path, endpoint } of server.app.servedRoutes) {
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
