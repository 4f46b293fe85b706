// Checks every call about an entity that has an owner, for each relation between caller and owner: the caller is the
// owner; the owner is a neighbour, belongs to another community, has blocked the caller, or has left. The calls are
// repeated after the caller was disabled or has left.
import type { Endpoint } from '@parvis/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type * as FeedPolicy from './features/feed/feed.policy.ts'
import { reportFigures } from './testing/figures.ts'
import { isLong } from './testing/long.ts'
import { unownedParams, relationCalls, relationTable } from './testing/relation-rights.ts'
import { findRelationDifferences, readRelations } from './testing/relations.ts'
import { openTestServer, type TestServer } from './testing/test-server.ts'

/** A planted fault: everybody who can read a post may also remove it. */
const faults = vi.hoisted(() => ({ letsReadersRemove: false }))
vi.mock('./features/feed/feed.policy.ts', async original => {
  const real = await original<typeof FeedPolicy>()
  return {
    ...real,
    eventAbilities: (...given: Parameters<typeof real.eventAbilities>) => {
      const abilities = real.eventAbilities(...given)
      return faults.letsReadersRemove ? { ...abilities, remove: true } : abilities
    },
  }
})

const rows = readRelations(relationTable)
const cellCount = rows.reduce((count, { cells }) => count + [...cells.values()].filter(cell => cell !== '-').length, 0)

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('demo')
})
afterAll(() => server.close())

const takesIds = (schema: unknown) => /"format":"uuid"/.test(JSON.stringify(schema))

/** The parameters of a call that identify an entity: path parameters, and fields with ids or pictures. */
const entityParamsOf = ({
  method,
  path,
  endpoint,
}: {
  method: string
  path: string
  endpoint: Endpoint | null
}): string[] => {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!).filter(name => !unownedParams.test(name))
  const fields = Object.entries({ ...endpoint?.query?.properties, ...endpoint?.body?.properties })
    .filter(([name, schema]) => takesIds(schema) || /^(?:pseudo|photoUri|mapPhotoUri|image)$/.test(name))
    .map(([name]) => name)
    .filter(name => !unownedParams.test(name))
  return [...(inPath.length > 0 ? [`${method} ${path}`] : []), ...fields.map(name => `${method} ${path} (${name})`)]
}

describe('calls about an entity with an owner', () => {
  it(
    'respond as `relationTable` says, for each relation between caller and owner',
    { timeout: 240_000, retry: 0 },
    async () => {
      const found = await findRelationDifferences(server, rows, relationCalls(server))
      expect(found).toEqual([])
      reportFigures('calls by whose the thing is', null, { rows: rows.length, cells: cellCount, unlike: 0 })
    },
  )

  it('each have a row in `relationTable`, and each row has a call', () => {
    const names = rows.map(({ name }) => name)
    expect(names.toSorted()).toEqual(Object.keys(relationCalls(server)).toSorted())
    const written = new Set([...names, ...rows.map(({ route }) => route)])
    const missing = server.app.servedRoutes.flatMap(entityParamsOf).filter(name => !written.has(name))
    expect(missing).toEqual([])
  })

  it.runIf(isLong)('fail the check if one of the calls ignores the owner', async () => {
    faults.letsReadersRemove = true
    const removal = rows.filter(({ name }) => name === 'DELETE /events/:id')
    const found = await findRelationDifferences(server, removal, relationCalls(server))
    faults.letsReadersRemove = false
    expect(found).toEqual(['DELETE /events/:id, same: 200 . instead of 403 forbidden'])
  })
})
