import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { importTowns } from '#server/testing/towns.ts'
import { buildCityPageQuery } from './find.queries.ts'

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

let server: TestServer
const measured: string[] = []
beforeAll(async () => {
  server = await openTestServer('demo')
  await importTowns(server.db)
})
afterAll(async () => {
  console.log(measured.join('\n'))
  await server.close()
})

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const annecy = { longitude: 6.1286, latitude: 45.8987 }

/** Counts the rows of towns and names that a page actually reads, and lists the sequential scans. */
const costOf = async (name: string | undefined, from: typeof annecy | null, mode: 'custom' | 'generic') =>
  server.db.connection().execute(async db => {
    await sql`set plan_cache_mode = ${sql.lit(`force_${mode}_plan`)}`.execute(db)
    const page = buildCityPageQuery({ name, from, after: null, skip: 0, limit: PAGE_SIZE + 1 })
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }]
    }>`explain (analyze, format json) ${page}`.execute(db)
    await sql`reset plan_cache_mode`.execute(db)
    const { Plan: plan, 'Execution Time': ms } = rows[0]!['QUERY PLAN'][0]
    const own = nodesOf(plan).filter(node => /^(cities|city_names)$/.test(node['Relation Name'] ?? ''))
    const read = own.map(node => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    return {
      ms,
      read: Math.round(read.reduce((sum, count) => sum + count, 0)),
      whole: own.filter(node => node['Node Type'].includes('Seq Scan')).map(node => node['Relation Name']),
    }
  })

describe('searching all towns by name', () => {
  it.each(['Annecy', 'St Jorioz', '74000', 'Annecy-le-Vieux', 'Annecy 74', '74000 Annecy', 'Geneva', 'nothing at all'])(
    'uses the index of names and scans no table: %s',
    async name => {
      for (const mode of ['custom', 'generic'] as const)
        for (const from of [null, annecy]) {
          const { ms, read, whole } = await costOf(name, from, mode)
          measured.push(`${name}, ${mode}${from ? ', the nearest first' : ''}: ${read} rows, ${ms} ms`)
          expect(whole).toEqual([])
          expect(read).toBeLessThan(250)
        }
    },
  )

  it('reads each town, and each name with this initial, only a few times when a single letter is typed', async () => {
    const { ms, read } = await costOf('s', annecy, 'custom')
    measured.push(`s, the nearest first: ${read} rows, ${ms} ms`)
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from cities)::int + 2 * (select count(*) from city_names where words >= 's' and words < 't')::int as count`.execute(
      server.db,
    )
    expect(read).toBeLessThanOrEqual(2 * rows[0]!.count)
  })
})
