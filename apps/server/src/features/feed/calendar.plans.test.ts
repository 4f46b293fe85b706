import { LAST_ID } from '#server/kernel/ids.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { FIRST_ID } from '#server/kernel/ids.ts'
import { loadBusyWorldActor, fillBusyWorld } from '#server/testing/busy-world.ts'
import { isLong } from '#server/testing/long.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { calendarDaysQuery, calendarPageQuery } from './calendar.queries.ts'

const [EVENTS, COMMUNITIES] = isLong ? [100_000, 200] : [10_000, 50]
const bigTables = ['events', 'event_channels', 'event_answers', 'users']

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

let server: TestServer
let client: pg.Client
const actors = {} as Record<'busy' | 'quiet', Actor>
/** Half of the events have a date, and at this time half of those are over. */
const now = new Date('2031-01-01T12:00:00Z')

beforeAll(async () => {
  server = await openTestServer('empty')
  await fillBusyWorld(server.db, EVENTS, COMMUNITIES)
  await sql`
    update event_channels ec set starts_at = at, over_at = at + interval '4 hours'
    from (select event_id, ${now}::timestamptz + (hashtext(event_id::text) % 2000) * interval '30 minutes' as at from event_channels
      where hashtext(event_id::text) % 2 = 0) dated where dated.event_id = ec.event_id`.execute(server.db)
  await sql`vacuum analyze event_channels`.execute(server.db)
  actors.busy = await loadBusyWorldActor(server.db, 'busy')
  actors.quiet = await loadBusyWorldActor(server.db, 'quiet', 'neighbor', COMMUNITIES)
  const { rows } = await sql<{
    host: string
    database: string
  }>`select current_setting('unix_socket_directories') as host, current_database() as database`.execute(server.db)
  client = new pg.Client({ ...rows[0]!, user: 'parvis' })
  await client.connect()
}, 180_000)
afterAll(async () => {
  await client?.end()
  await server?.close()
})

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? pg.escapeLiteral(`{${value.join(',')}}`)
    : value instanceof Date
      ? pg.escapeLiteral(value.toISOString())
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : pg.escapeLiteral(String(value))

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const costOf = async (
  query: { sql: string; parameters: readonly unknown[] },
  mode: 'custom' | 'generic',
): Promise<{ rows: number; buffers: number; scans: string[] }> => {
  await client.query(`set plan_cache_mode = force_${mode}_plan; deallocate all; prepare page as ${query.sql}`)
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, buffers, format json) execute page (${query.parameters.map(literal).join(', ')})`,
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!
  const nodes = nodesOf(plan)
  return {
    rows: nodes
      .filter(node => node['Relation Name'] === 'event_channels')
      .reduce(
        (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
        0,
      ),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    scans: nodes
      .filter(node => node['Node Type'] === 'Seq Scan' && bigTables.includes(node['Relation Name']!))
      .map(node => node['Relation Name']!),
  }
}

/** No community has more rows than this on its channels. A filtered list may read all of these, but no others. */
const MAX_COMMUNITY_ROWS = 800

describe.each(['busy', 'quiet'] as const)('reading the calendar of a %s community', community => {
  it.each([
    ['all', 12 * (PAGE_SIZE + 1)],
    ['my', MAX_COMMUNITY_ROWS],
    ['activity', MAX_COMMUNITY_ROWS],
    ['like', MAX_COMMUNITY_ROWS],
  ] as const)('reads few rows with the filter %s, only from its own channels', async (filter, most) => {
    for (const after of [
      { startsAt: now.getTime() - 26 * 3_600_000, id: FIRST_ID },
      { startsAt: now.getTime() + 10 * 86_400_000, id: LAST_ID },
    ])
      for (const mode of ['custom', 'generic'] as const) {
        const query = calendarPageQuery(
          { ...actors[community], filter, notOverAt: now },
          { after, skip: 0, rows: PAGE_SIZE + 1 },
          false,
        )
        const { rows, buffers, scans } = await costOf(query, mode)
        expect(scans).toEqual([])
        expect(rows).toBeLessThanOrEqual(most)
        expect(buffers).toBeLessThanOrEqual(4000)
      }
  })

  it('counts the events of each day of a month from rows of its own channels', async () => {
    const query = calendarDaysQuery(
      { ...actors[community], filter: 'all', notOverAt: now },
      { from: now, to: new Date(now.getTime() + 31 * 86_400_000), timezone: 'Europe/Paris' },
    ).compile(server.db)
    for (const mode of ['custom', 'generic'] as const) {
      const { rows, scans } = await costOf(query, mode)
      expect(scans).toEqual([])
      expect(rows).toBeLessThanOrEqual(MAX_COMMUNITY_ROWS)
    }
  })
})
