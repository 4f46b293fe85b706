import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { type CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#server/kernel/actor.ts'
import { LAST_ID } from '#server/kernel/ids.ts'
import type { PageStart } from '#server/kernel/http/pagination.ts'
import { loadBusyWorldActor, fillBusyWorld, searchWords } from '#server/testing/busy-world.ts'
import { isLong } from '#server/testing/long.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type FeedPageRequest, feedPageQuery, feedPagesQuery } from './feed-page.queries.ts'
import { currentAgeRule } from '#server/kernel/minors.ts'

const [EVENTS, COMMUNITIES] = isLong ? [100_000, 200] : [10_000, 50]
const bigTables = ['events', 'event_channels', 'event_answers', 'users', 'media']

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

interface Cost {
  rows: number
  buffers: number
  scans: string[]
}

let server: TestServer
let client: pg.Client
const actors = {} as Record<'busy' | 'quiet' | 'administrator', Actor>
let category: string
let halfway: string
/** Costs of the first pages, printed after the tests. */
const measured: string[] = []

beforeAll(async () => {
  server = await openTestServer('empty')
  await fillBusyWorld(server.db, EVENTS, COMMUNITIES)
  actors.busy = await loadBusyWorldActor(server.db, 'busy')
  actors.quiet = await loadBusyWorldActor(server.db, 'quiet', 'neighbor', COMMUNITIES)
  actors.administrator = await loadBusyWorldActor(server.db, 'busy', 'administrator', COMMUNITIES)
  category = (
    await server.db.selectFrom('template_categories').select('id').where('position', '=', 1).executeTakeFirstOrThrow()
  ).id
  halfway = (
    await server.db
      .selectFrom('events')
      .select('id')
      .orderBy('id')
      .offset(EVENTS / 2)
      .limit(1)
      .executeTakeFirstOrThrow()
  ).id
  const {
    rows: [place],
  } = await sql<{
    host: string
    database: string
  }>`select current_setting('unix_socket_directories') as host, current_database() as database`.execute(server.db)
  client = new pg.Client({ ...place!, user: 'parvis' })
  await client.connect()
}, 180_000)
afterAll(async () => {
  console.log(measured.join('\n'))
  await client?.end()
  await server?.close()
})

const element = (value: unknown): string =>
  value === null ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
const literal = (value: unknown): string =>
  Array.isArray(value)
    ? pg.escapeLiteral(`{${value.map(element).join(',')}}`)
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : pg.escapeLiteral(String(value))

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Runs the query as a prepared statement and returns the rows and buffers that its plan has read. */
const costOf = async ({ sql: text, parameters }: CompiledQuery<unknown>, mode: 'custom' | 'generic'): Promise<Cost> => {
  await client.query(`set plan_cache_mode = force_${mode}_plan; deallocate all; prepare page as ${text}`)
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, buffers, format json) execute page (${parameters.map(literal).join(', ')})`,
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!
  const nodes = nodesOf(plan)
  const read = (node: Plan) =>
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
    node['Actual Loops']
  return {
    rows: Math.round(
      nodes.filter(node => node['Relation Name'] === 'event_channels').reduce((sum, node) => sum + read(node), 0),
    ),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    scans: nodes
      .filter(node => node['Node Type'] === 'Seq Scan' && bigTables.includes(node['Relation Name']!))
      .map(node => node['Relation Name']!),
  }
}

/** Returns the highest cost of custom and generic plans, with and without pinned posts. */
const highestCost = async (
  actorName: keyof typeof actors,
  filter: string,
  search: string,
  start: PageStart,
): Promise<Cost> => {
  const costs: Cost[] = []
  for (const mayHavePins of [true, false])
    for (const mode of ['custom', 'generic'] as const)
      costs.push(
        await costOf(
          feedPageQuery(
            { actor: actors[actorName], filter, search, start, mayHavePins },
            currentAgeRule(server.platform),
          ),
          mode,
        ),
      )
  return {
    rows: Math.max(...costs.map(({ rows }) => rows)),
    buffers: Math.max(...costs.map(({ buffers }) => buffers)),
    scans: costs.flatMap(({ scans }) => scans),
  }
}

const filters = [
  'all',
  'community',
  'my',
  'activity',
  'proposal',
  'post',
  'like',
  'welcome',
  'weather',
  'gooddeal',
  'category',
]
/**
 * Maximum number of `event_channels` rows read for a page: the newest of each channel, and all of a small post group.
 */
const maxRows = (actor: Actor, { skip }: PageStart) => actor.channelIds.length * (skip + PAGE_SIZE + 1) + 100
/** A search may read all posts in the channels of one community, but no others. No community of this test has more. */
const MAX_SEARCHED_ROWS = 800
const MAX_BUFFERS = { plain: 900, searched: 1800 }

describe('reading a page of the feed', () => {
  it.each(filters)(
    'reads few rows with the filter %s, wherever the page starts, in a busy and in a quiet community',
    async name => {
      const filter = name === 'category' ? category : name
      const starts: PageStart[] = [
        { before: LAST_ID, skip: 0, page: 1 },
        { before: halfway, skip: 0, page: 2 },
        { before: LAST_ID, skip: 4 * PAGE_SIZE, page: 5 },
      ]
      for (const start of starts) {
        const costs = {
          busy: await highestCost('busy', filter, '', start),
          quiet: await highestCost('quiet', filter, '', start),
          administrator: await highestCost('administrator', filter, '', start),
        }
        if (start.page === 1)
          measured.push(
            `${name}: busy ${costs.busy.rows} rows ${costs.busy.buffers} buffers, quiet ${costs.quiet.rows} rows ${costs.quiet.buffers} buffers`,
          )
        for (const [actorName, { rows, buffers, scans }] of Object.entries(costs)) {
          expect([actorName, scans]).toEqual([actorName, []])
          expect(rows).toBeLessThanOrEqual(maxRows(actors[actorName as 'busy'], start))
          expect(buffers).toBeLessThanOrEqual(MAX_BUFFERS.plain)
        }
        expect(costs.quiet.rows).toBeLessThanOrEqual(costs.busy.rows + PAGE_SIZE)
        expect(costs.quiet.buffers).toBeLessThanOrEqual(costs.busy.buffers * 1.2 + 50)
      }
    },
  )

  it.each([searchWords.common, searchWords.some, searchWords.rare, 'zzz', 'v'])(
    'reads only rows of the community when searching "%s"',
    async search => {
      for (const name of filters) {
        for (const actorName of ['busy', 'quiet'] as const) {
          const { rows, buffers, scans } = await highestCost(actorName, name === 'category' ? category : name, search, {
            before: LAST_ID,
            skip: 0,
            page: 1,
          })
          if (name === 'all') measured.push(`"${search}": ${actorName} ${rows} rows ${buffers} buffers`)
          expect([name, scans]).toEqual([name, []])
          expect(rows).toBeLessThanOrEqual(MAX_SEARCHED_ROWS)
          expect(buffers).toBeLessThanOrEqual(MAX_BUFFERS.searched)
        }
      }
    },
  )

  const first: PageStart = { before: LAST_ID, skip: 0, page: 1 }
  const allOf = (start: PageStart, mayHavePins: boolean): FeedPageRequest[] =>
    (['busy', 'quiet', 'administrator'] as const).map(actorName => ({
      actor: actors[actorName],
      filter: 'all',
      search: '',
      start,
      mayHavePins,
    }))

  it('costs hardly more for several pages in one statement than for separate pages', async () => {
    for (const mayHavePins of [true, false])
      for (const mode of ['custom', 'generic'] as const) {
        const requests = allOf(first, mayHavePins).map(request => [request, currentAgeRule(server.platform)] as const)
        const { rows, buffers, scans } = await costOf(feedPagesQuery(requests), mode)
        const separate = []
        for (const request of requests) separate.push(await costOf(feedPageQuery(...request), mode))
        expect(scans).toEqual([])
        expect(rows).toBeLessThanOrEqual(separate.reduce((sum, cost) => sum + cost.rows, 0) + 1)
        expect(buffers).toBeLessThanOrEqual(1.2 * separate.reduce((sum, cost) => sum + cost.buffers, 0) + 50)
      }
  })

  it('returns the same pages in one statement as separately, each for its own viewer', async () => {
    for (const mayHavePins of [true, false]) {
      const requests = [...allOf(first, mayHavePins), ...allOf({ before: halfway, skip: 0, page: 2 }, mayHavePins)].map(
        request => [request, currentAgeRule(server.platform)] as const,
      )
      const together = (await server.db.executeQuery(feedPagesQuery(requests))).rows
      const separate = []
      for (const request of requests) separate.push(...(await server.db.executeQuery(feedPageQuery(...request))).rows)
      expect(together).toEqual(separate)
      expect(new Set(together.map(({ page }) => page)).size).toBe(requests.length)
    }
  })

  it.runIf(isLong)('scans a table or reads too many rows if an index is missing', async () => {
    await client.query(
      'begin; alter table event_channels drop constraint event_channels_pkey; drop index event_channels_group, event_channels_category',
    )
    const { rows, scans } = await highestCost('busy', 'all', '', { before: LAST_ID, skip: 0, page: 1 })
    await client.query('rollback')
    expect(scans.length > 0 || rows > maxRows(actors.busy, { before: LAST_ID, skip: 0, page: 1 })).toBe(true)
  })
})
