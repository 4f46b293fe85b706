import { listDeals } from '@parvis/contract/deals.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LAST_ID } from '#server/kernel/ids.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import { isLong } from '#server/testing/long.ts'
import { fillManyDeals, type ManyDeals } from '#server/testing/many-deals.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { buildDealPageQuery, MAX_DEALS } from './deal-list.queries.ts'

const LISTED = 500
const SIZES = { small: 1_000, large: isLong ? 100_000 : 10_000 } as const
type Size = keyof typeof SIZES

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}
interface World extends ManyDeals {
  server: TestServer
  client: pg.Client
  halfway: string
}
interface Cost {
  rows: number
  buffers: number
  scans: string[]
}

const worlds = {} as Record<Size, World>
const measured: string[] = []

beforeAll(async () => {
  for (const size of Object.keys(SIZES) as Size[]) {
    const server = await openTestServer('empty')
    const made = await fillManyDeals(server.db, { total: SIZES[size], listed: LISTED, uri: size })
    const {
      rows: [place],
    } = await sql<{
      host: string
      database: string
    }>`select current_setting('unix_socket_directories') as host, current_database() as database`.execute(server.db)
    const client = new pg.Client({ ...place!, user: 'parvis' })
    await client.connect()
    const { deal_id: halfway } = await server.db
      .selectFrom('community_deals')
      .select('deal_id')
      .where('community_id', '=', made.communityId)
      .where('listed', '=', true)
      .orderBy('deal_id')
      .offset(LISTED / 2)
      .limit(1)
      .executeTakeFirstOrThrow()
    worlds[size] = { ...made, server, client, halfway }
  }
}, 180_000)
afterAll(async () => {
  console.log(measured.join('\n'))
  for (const { client, server } of Object.values(worlds)) {
    await client.end()
    await server.close()
  }
})

const literal = (value: unknown): string =>
  value instanceof Date
    ? pg.escapeLiteral(value.toISOString())
    : Array.isArray(value)
      ? pg.escapeLiteral(`{${value.join(',')}}`)
      : typeof value === 'number'
        ? String(value)
        : pg.escapeLiteral(String(value))

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Runs the list query as a prepared statement and adds up the rows that its plan has read. */
const measureCost = async (
  { server, client, communityId }: World,
  categoryIds: string[] | undefined,
  start: ListStart,
  mode: 'custom' | 'generic',
): Promise<Cost> => {
  const page = buildDealPageQuery({ communityId, categoryIds, now: new Date(), start })
  const { sql: text, parameters } = page.compile(server.db)
  await client.query(`set plan_cache_mode = force_${mode}_plan; deallocate all; prepare page as ${text}`)
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, buffers, format json) execute page (${parameters.map(literal).join(', ')})`,
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!
  const nodes = nodesOf(plan)
  const read = (node: Plan) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops']
  const tables = ['deals', 'community_deals']
  const own = nodes.filter(node => tables.includes(node['Relation Name'] ?? ''))
  return {
    rows: Math.round(own.reduce((sum, node) => sum + read(node), 0)),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    scans: own.filter(node => node['Node Type'] === 'Seq Scan').map(node => node['Relation Name']!),
  }
}

/** The higher of the costs of the custom and the generic plan. */
const maxCost = async (
  world: World,
  categories: number | undefined,
  startOf: (world: World) => Partial<ListStart>,
): Promise<Cost> => {
  const start = { before: LAST_ID, skip: 0, page: 1, limit: PAGE_SIZE + 1, ...startOf(world) }
  const among = categories === undefined ? undefined : world.categoryIds.slice(0, categories)
  const costs = [await measureCost(world, among, start, 'custom'), await measureCost(world, among, start, 'generic')]
  return {
    rows: Math.max(...costs.map(({ rows }) => rows)),
    buffers: Math.max(...costs.map(({ buffers }) => buffers)),
    scans: costs.flatMap(({ scans }) => scans),
  }
}

describe('a page of deals', () => {
  it.each([
    ['all', undefined, () => ({})],
    ['all, by cursor', undefined, ({ halfway }: World) => ({ before: halfway, page: 2 })],
    ['all, by page number', undefined, () => ({ skip: 4 * PAGE_SIZE, page: 5 })],
    ['one category', 1, () => ({})],
    ['one category, by cursor', 1, ({ halfway }: World) => ({ before: halfway, page: 2 })],
    ['three categories', 3, () => ({})],
  ] as [string, number | undefined, (world: World) => Partial<ListStart>][])(
    '(%s) reads no more rows among many deals than among a thousand',
    async (name, categories, startOf) => {
      const costs = {
        small: await maxCost(worlds.small, categories, startOf),
        large: await maxCost(worlds.large, categories, startOf),
      }
      measured.push(
        `${name}: ${costs.small.rows} rows ${costs.small.buffers} buffers of 1,000, ${costs.large.rows} rows ${costs.large.buffers} buffers of ${SIZES.large}`,
      )
      const { skip = 0 } = startOf(worlds.large)
      // For each entry of the page two rows are read: the `listed` flag, and the deal.
      const most = 2 * (skip + PAGE_SIZE + 1) * (categories ?? 1)
      for (const { rows } of Object.values(costs)) expect(rows).toBeLessThanOrEqual(most)
      // In a small table a sequential scan is acceptable, in a large one it is not.
      expect(costs.large.scans).toEqual([])
      expect(costs.large.buffers).toBeLessThanOrEqual(costs.small.buffers * 2 + 50)
    },
  )

  it('returns the newest five thousand when all are requested', async () => {
    const server = await openTestServer('empty')
    try {
      const total = MAX_DEALS + 10
      const { communityId } = await fillManyDeals(server.db, { total, listed: total, uri: 'map' })
      const newest = await server.db
        .selectFrom('community_deals')
        .select('deal_id')
        .where('community_id', '=', communityId)
        .where('listed', '=', true)
        .orderBy('deal_id', 'desc')
        .limit(MAX_DEALS)
        .execute()
      const visitor = server.visitor()
      const { answer } = await visitor.call(listDeals, { query: { communityId, all: true } })
      expect(answer).toMatchObject({ hasNextPage: true, nextPage: 2 })
      const rest = await visitor.call(listDeals, { query: { communityId, page: 2, cursor: answer.cursor! } })
      expect([rest.answer.docs.length, rest.answer.hasNextPage]).toEqual([10, false])
      expect(answer.docs.map(({ _id }) => _id)).toEqual(newest.map(({ deal_id }) => deal_id))
    } finally {
      await server.close()
    }
  })

  it.runIf(isLong)('maxCost reports a sequential scan or more rows if an index is missing', async () => {
    const { client } = worlds.large
    await client.query('begin; drop index community_deals_listed')
    const { rows, scans } = await maxCost(worlds.large, undefined, () => ({}))
    await client.query('rollback; begin; drop index community_deals_category')
    const byCategory = await maxCost(worlds.large, 1, () => ({}))
    await client.query('rollback')
    expect(scans.length > 0 || rows > 2 * (PAGE_SIZE + 1)).toBe(true)
    expect(byCategory.scans.length > 0 || byCategory.rows > 2 * (PAGE_SIZE + 1)).toBe(true)
  })
})
