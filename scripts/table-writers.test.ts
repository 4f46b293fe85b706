import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findForeignSql, readServerSources } from './table-writers.ts'

const sources = readServerSources(dirname(import.meta.dirname))
const server = 'apps/server/src'
const planted = (path: string, text: string) => findForeignSql([...sources, { path: `${server}/${path}`, text }])

test('a table is written by the services of its own room alone', () => {
  expect(sources.length).toBeGreaterThan(80)
  expect(findForeignSql(sources)).toEqual([])
})

test('every table of the server has an owner', () => {
  const own = (path: string) => path.endsWith('.tables.ts') || path.startsWith(`${server}/kernel`)
  const withoutOwners = findForeignSql(sources.filter(({ path }) => !own(path)))
  const tables = withoutOwners.flatMap(line => / writes (\w+): nobody declares it/.exec(line)?.[1] ?? [])
  for (const table of ['accounts', 'community_deals', 'event_channels', 'idempotency_keys', 'media', 'sessions'])
    expect(tables).toContain(table)
})

test.each([
  ['rooms/publish/planted.service.ts', "tx.insertInto('events').values(row)"],
  ['rooms/publish/planted.service.ts', "tx\n  .updateTable('events')\n  .set(row)"],
  ['rooms/publish/planted.service.ts', "tx.deleteFrom('events as e')"],
  ['rooms/publish/planted.service.ts', "tx.mergeInto('events')"],
  ['rooms/publish/planted.service.ts', 'sql`insert into events (id) values (1)`'],
  ['rooms/publish/planted.service.ts', 'sql`with gone as (delete from events returning id) select id from gone`'],
  ['rooms/publish/planted.service.ts', 'sql`UPDATE events SET title = null`'],
  ['rooms/publish/planted.service.ts', 'sql`update events as e set title = null`'],
  ['rooms/publish/planted.service.ts', 'sql`truncate table events`'],
  ['rooms/publish/planted.demo.ts', 'sql`insert into public.events (id) values (1)`'],
  ['rooms/feed/planted.queries.ts', "db.updateTable('events')"],
  ['rooms/feed/feed.routes.ts', "db.deleteFrom('events')"],
  ['rooms/session/planted.service.ts', "db.deleteFrom('audit_log')"],
  ['kernel/planted.ts', "db.insertInto('users')"],
  ['kernel/planted.ts', "db.insertInto('attempts')"],
  ['demo/planted.ts', "tx.insertInto('deals')"],
  ['rooms/deals/planted.service.ts', "db.insertInto('unheard_of')"],
  ['rooms/deals/planted.service.ts', 'db.insertInto(table)'],
  ['rooms/deals/planted.service.ts', 'sql`delete from ${sql.table(table)}`'],
  ['rooms/deals/planted.service.ts', 'sql`update ${sql.table(table)} set title = null`'],
  ['rooms/deals/planted.policy.ts', 'const isOpen = sql<boolean>`approved_at is not null`'],
  ['rooms/deals/planted.presenter.ts', "import { sql } from 'kysely'"],
])('a planted break in %s is caught: %s', (path, text) => {
  expect(planted(path, text)).toHaveLength(1)
})

test.each([
  ['rooms/deals/planted.service.ts', "db.insertInto('deals').onConflict(c => c.doUpdateSet({ title: null }))"],
  [
    'rooms/deals/planted.service.ts',
    'sql`insert into deals (id) values (1) on conflict (id) do update set id = excluded.id`',
  ],
  ['rooms/deals/planted.queries.ts', 'sql`select id from events for no key update skip locked`'],
  ['rooms/deals/planted.queries.ts', "db.selectFrom('events').forUpdate()"],
  ['rooms/deals/planted.columns.ts', 'sql`coalesce(title, title_en)`'],
  ['rooms/deals/planted.policy.ts', '// who may delete from deals is said here'],
])('what may be is let through in %s: %s', (path, text) => {
  expect(planted(path, text)).toEqual([])
})
