import type { TestServer } from './test-server.ts'
import { type Calls, readFeatureRights, readTable, type Request, type RightsRow } from './rights.ts'

export const isSafeRoute = (route: string) => /^(GET|HEAD|OPTIONS) /.test(route)

export const readChangingRights = async (): Promise<(RightsRow & { role: string })[]> =>
  [
    ...Map.groupBy(
      (await readFeatureRights()).flatMap(({ table }) => readTable(table)).filter(({ route }) => !isSafeRoute(route)),
      ({ route }) => route,
    ).values(),
  ].map(rows => {
    const row = rows.find(({ cells }) => [...cells.values()].includes('.')) ?? rows[0]!
    const roles = ['administrator', 'webmaster', ...row.cells.keys()]
    return { ...row, role: roles.find(role => row.cells.get(role) === '.') ?? 'administrator' }
  })

/** Whether a mail provider’s server makes this call, without an `Origin` header; our apps never make it. */
export const isMailProviderCall = (route: string): boolean => route.startsWith('POST /digests/stop/')

/** Sorts `DELETE /api/register` last, because it ends the membership that other calls need. */
export const withLeavingLast = <T extends { route: string }>(changes: readonly T[]): T[] => {
  const sortKey = (route: string) => Number(route === 'DELETE /api/register')
  return changes.toSorted((a, b) => sortKey(a.route) - sortKey(b.route))
}

export const resolveRequest = async (calls: Calls, name: string): Promise<Request> => {
  const call = calls[name]!
  return typeof call === 'function' ? call() : call
}

/**
 * Returns all stored rows, to compare the database before and after a call. Rate limits and the times when sessions
 * were last used are left out.
 */
export const dumpDatabase = async ({ db }: TestServer): Promise<Record<string, string>> => {
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
