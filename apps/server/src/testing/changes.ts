import type { TestServer } from './test-server.ts'
import { type Calls, readFeatureRights, readTable, type Request, type RightsRow } from './rights.ts'

export const isSafe = (route: string) => /^(GET|HEAD|OPTIONS) /.test(route)

/** One row for each call that changes something, and who may make it. */
export const readChanges = async (): Promise<(RightsRow & { role: string })[]> =>
  [
    ...Map.groupBy(
      (await readFeatureRights()).flatMap(({ table }) => readTable(table)).filter(({ route }) => !isSafe(route)),
      ({ route }) => route,
    ).values(),
  ].map(rows => {
    const row = rows.find(({ cells }) => [...cells.values()].includes('.')) ?? rows[0]!
    const roles = ['administrator', 'webmaster', ...row.cells.keys()]
    return { ...row, role: roles.find(role => row.cells.get(role) === '.') ?? 'administrator' }
  })

/** What a mail provider's server calls, which comes from nowhere: no app of ours does, and from its origin it is refused. */
export const isOfMailServers = (route: string): boolean => route.startsWith('POST /digests/stop/')

/** Leaving comes last: who has left is asked of nothing any more. */
export const leavingLast = <T extends { route: string }>(changes: readonly T[]): T[] => {
  const last = (route: string) => Number(route === 'DELETE /api/register')
  return changes.toSorted((a, b) => last(a.route) - last(b.route))
}

export const requestOf = async (calls: Calls, name: string): Promise<Request> => {
  const call = calls[name]!
  return typeof call === 'function' ? call() : call
}

/**
 * All that is stored, but for the hits of limits, and when a session was last used: two equal ones are the same world.
 */
export const readWorld = async ({ db }: TestServer): Promise<Record<string, string>> => {
  const tables = await db.introspection.getTables()
  const rows = tables
    .filter(({ schema, name }) => schema === 'public' && name !== 'attempts')
    .map(async ({ name }) => {
      const all = await db
        .selectFrom(name as 'sessions')
        .selectAll()
        .execute()
      return [name, JSON.stringify(all.map(row => JSON.stringify({ ...row, last_seen_at: null })).toSorted())] as const
    })
  return Object.fromEntries(await Promise.all(rows))
}
