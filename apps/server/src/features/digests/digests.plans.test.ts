import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FIRST_ID } from '#server/kernel/ids.ts'
import { isLong } from '#server/testing/long.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { unstartedDigestDays, dueMembers } from './digests.queries.ts'

/** Number of members in one community, and in all communities together. */
const [MEMBERS_PER_COMMUNITY, ALL_MEMBERS] = isLong ? [2_000, 60_000] : [1_000, 20_000]
const BATCH_SIZE = 500
const ages = { now: new Date(), consentAge: 15 }

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

let server: TestServer
let client: pg.Client
let home: string
beforeAll(async () => {
  server = await openTestServer('demo')
  home = await server.communityId('les-tilleuls')
  // Communities of equal size; one member in ten has chosen a frequency.
  await sql`
    with many as (
      insert into communities (id, name, custom_uri, community_type)
      select gen_random_uuid(), 'Lieu ' || n, 'lieu-' || n, 'Neighborhood' from generate_series(2, ${ALL_MEMBERS / MEMBERS_PER_COMMUNITY}::int) n returning id
    ), places as (select id from many union all select ${home}::uuid), people as (
      insert into accounts (id, email, confirmed_at)
      select gen_random_uuid(), 'm' || n || '@plans.example', now() from generate_series(1, ${ALL_MEMBERS}::int) n returning id
    )
    insert into users (community_id, id, account_id, role, pseudo, enabled_at)
    select p.id, gen_random_uuid(), a.id, 'neighbor', 'M' || a.n, now()
    from (select id, row_number() over () as n from people) a
    join (select id, row_number() over () as n from places) p on p.n = 1 + a.n % ${ALL_MEMBERS / MEMBERS_PER_COMMUNITY}::int`.execute(
    server.db,
  )
  await sql`insert into visits (community_id, user_id, seen_at)
    select community_id, id, now() - interval '5 days' from users on conflict do nothing`.execute(server.db)
  await sql`insert into digests (community_id, user_id, rhythm)
    select community_id, id, case when hashtext(id::text) % 20 = 0 then 'daily' else 'never' end
    from users where hashtext(id::text) % 10 = 0 on conflict do nothing`.execute(server.db)
  await sql`vacuum analyze users, accounts, communities, visits, digests`.execute(server.db)
  const { rows } = await sql<{ host: string; database: string }>`
    select current_setting('unix_socket_directories') as host, current_database() as database`.execute(server.db)
  client = new pg.Client({ ...rows[0]!, user: 'parvis' })
  await client.connect()
}, 180_000)
afterAll(async () => {
  await client?.end()
  await server?.close()
})

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const literal = (value: unknown): string =>
  value instanceof Date
    ? pg.escapeLiteral(value.toISOString())
    : typeof value === 'string'
      ? pg.escapeLiteral(value)
      : String(value)

/** Rows read per table, including those that a filter removed. */
const rowsReadByTable = async (
  { sql: text, parameters }: { sql: string; parameters: readonly unknown[] },
  mode: string,
) => {
  await client.query(`set plan_cache_mode = force_${mode}_plan; deallocate all; prepare slice as ${text}`)
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, format json) execute slice (${parameters.map(literal).join(', ')})`,
  )
  const counts = new Map<string, number>()
  for (const node of nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)) {
    const name = node['Relation Name']
    const count = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    if (name) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  return counts
}

it.each(['custom', 'generic'])(
  'a batch of due members reads at most the rows of its own community, with a %s plan',
  async mode => {
    for (const isWeekly of [true, false]) {
      const query = dueMembers({ communityId: home, after: FIRST_ID, limit: BATCH_SIZE }, isWeekly, ages)
      const found = await query.execute(server.db)
      expect(found.rows.length).toBeGreaterThan(MEMBERS_PER_COMMUNITY / 40)
      const counts = await rowsReadByTable(query.compile(server.db), mode)
      // Accounts are left out of the short test: it has so few that PostgreSQL reads them all by a sequential scan.
      for (const table of isLong ? ['users', 'accounts', 'visits', 'digests'] : ['users', 'visits', 'digests'])
        expect([table, (counts.get(table) ?? 0) <= 1.5 * MEMBERS_PER_COMMUNITY]).toEqual([table, true])
    }
  },
)

it('rowsReadByTable detects a query that reads the members of all communities', async () => {
  const text = 'select count(a.id) from accounts a join users u on u.account_id = a.id where u.role = $1'
  const counts = await rowsReadByTable({ sql: text, parameters: ['neighbor'] }, 'custom')
  expect(counts.get('users')).toBeGreaterThan(1.5 * MEMBERS_PER_COMMUNITY)
})

it('the query of communities whose sending time has started reads no tables of members', async () => {
  const counts = await rowsReadByTable(unstartedDigestDays(ages.now, 100).compile(server.db), 'custom')
  expect([...counts.keys()].filter(name => !['communities', 'digest_days'].includes(name))).toEqual([])
})
