import { AUDIT_PAGE_SIZE, auditActs } from '@parvis/contract/audit.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#server/kernel/ids.ts'
import { isLong, iterationsOf } from '#server/testing/long.ts'
import { openTestServer, type TestServer } from '#server/testing/test-server.ts'
import { type AuditFilter, type EntryKey, buildPageQuery, findEntries } from './audit.queries.ts'

/** The entries are spread over eleven months; those of the rare act and of the quiet user are the oldest. */
const ENTRY_COUNT = iterationsOf('AUDIT_ENTRIES', 10_000, 1_000_000)
const INTERVAL_S = (347 * 86_400) / ENTRY_COUNT
const RARE_COUNT = 20

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

let server: TestServer
let communityIds: string[]
const [busy, quiet, account, subject] = [newId(), newId(), newId(), newId()]

beforeAll(async () => {
  server = await openTestServer('empty')
  communityIds = Array.from({ length: 20 }, () => newId())
  await sql`insert into audit_log (id, at, act, community_id, user_id, account_id, address, subject_id)
    select gen_random_uuid(), now() - make_interval(secs => n * ${INTERVAL_S}::float8),
      case when n > ${ENTRY_COUNT - RARE_COUNT} then 'key.changed' when n % 3 = 0 then 'login.failed' else 'login' end,
      (${communityIds}::uuid[])[1 + n % 20],
      case when n % 50 = 0 then ${busy}::uuid when n > ${ENTRY_COUNT - RARE_COUNT} then ${quiet}::uuid else gen_random_uuid() end,
      case when n % 1000 = 0 then ${account}::uuid else gen_random_uuid() end,
      '198.51.' || n % 200 || '.' || n % 250,
      case when n % 5000 = 0 then ${subject}::uuid end
    from generate_series(1, ${ENTRY_COUNT}) n`.execute(server.db)
  await sql`vacuum analyze audit_log`.execute(server.db)
}, 240_000)
afterAll(() => server.close())

const everything: AuditFilter = { acts: null, communityId: null, from: null, until: null, searchKeys: null }
const noMatch = { userIds: [], accountIds: [], address: 'x', subjectIds: [] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Counts the entries that the query of one page actually reads, and the sequential scans of the table. */
const costOf = async (filter: Partial<AuditFilter>, after: EntryKey | null = null) => {
  const page = buildPageQuery({ ...everything, ...filter }, after)
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`explain (analyze, format json) ${page}`.execute(
    server.db,
  )
  const own = nodesOf(rows[0]!['QUERY PLAN'][0].Plan).filter(node => node['Relation Name'] === 'audit_log')
  const read = own.map(node => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
  return {
    read: Math.round(read.reduce((sum, count) => sum + count, 0)),
    whole: own.filter(node => node['Node Type'].includes('Seq Scan')).length,
  }
}

const PAGE = AUDIT_PAGE_SIZE + 1
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)

describe('a page of a large audit log', () => {
  it.each([
    ['all', {}, 1],
    ['all, in a date range long ago', { from: ago(200), until: ago(190) }, 1],
    ['a rare act', { acts: ['key.changed'] as const }, 1],
    ['a group of acts', { acts: auditActs.access }, 1],
    [
      'a community',
      {
        get communityId() {
          return communityIds[3]!
        },
      },
      3,
    ],
    [
      'a rare act of a community',
      {
        acts: ['key.changed'] as const,
        get communityId() {
          return communityIds[3]!
        },
      },
      1,
    ],
    ['a busy user', { searchKeys: { ...noMatch, userIds: [busy] } }, 1],
    ['a quiet user', { searchKeys: { ...noMatch, userIds: [quiet] } }, 1],
    [
      'fifty users',
      { searchKeys: { ...noMatch, userIds: [busy, quiet, ...Array.from({ length: 48 }, () => newId())] } },
      2,
    ],
    ['an account', { searchKeys: { ...noMatch, accountIds: [account] } }, 1],
    ['an address', { searchKeys: { ...noMatch, address: '198.51.7.7' } }, 1],
    ['a subject', { searchKeys: { ...noMatch, subjectIds: [subject] } }, 1],
  ] as [string, Partial<AuditFilter>, number][])(
    'reads at most a few pages of entries, without a sequential scan: %s',
    async (_, filter, maxPages) => {
      const { read, whole } = await costOf(filter)
      expect(whole).toBe(0)
      expect(read).toBeLessThanOrEqual(maxPages * PAGE)
    },
  )

  it('reads as few entries in the middle of the log as at its start', async () => {
    const { rows } = await sql<EntryKey>`select id, at::text as at from audit_log
      where at < ${ago(150)} order by at desc, id desc limit 1`.execute(server.db)
    expect(await costOf({}, rows[0]!)).toEqual({ read: PAGE, whole: 0 })
    // Every third entry matches, so the planner may filter while it scans instead of using the index on `act`.
    expect((await costOf({ acts: auditActs.failures }, rows[0]!)).read).toBeLessThanOrEqual(4 * PAGE)
    const [first] = await findEntries(server.db, everything, rows[0]!)
    expect(first!.at.getTime()).toBeLessThanOrEqual(new Date(rows[0]!.at).getTime())
  })

  it.runIf(isLong)('costOf reports a sequential scan or more entries if an index is missing', async () => {
    await sql`drop index audit_log_act`.execute(server.db)
    const { read, whole } = await costOf({ acts: ['key.changed'] })
    expect(whole > 0 || read > PAGE).toBe(true)
  })
})
