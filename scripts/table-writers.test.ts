import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { findForeignSql, readServerSources } from './table-writers.ts'

const sources = readServerSources(dirname(import.meta.dirname))
const server = 'apps/server/src'
const owners = sources.filter(({ text }) => /interface Tables \{\n|create table/.test(text))
const findForeignSqlIn = (path: string, text: string) =>
  findForeignSql([...owners, { path: `${server}/${path}`, text }])

test('only the services of a feature write to its tables', () => {
  expect(sources.length).toBeGreaterThan(80)
  expect(findForeignSql(sources)).toEqual([])
})

test('the check fails if the files that declare tables, in features or in the kernel, are missing', () => {
  const own = (path: string) => path.endsWith('.tables.ts') || path.startsWith(`${server}/kernel`)
  const withoutOwners = findForeignSql(sources.filter(({ path }) => !own(path)))
  const tables = withoutOwners.flatMap(line => / writes (\w+): no file declares it/.exec(line)?.[1] ?? [])
  for (const table of ['accounts', 'community_deals', 'event_channels', 'idempotency_keys', 'media', 'sessions'])
    expect(tables).toContain(table)
})

test.each([
  ['features/publish/planted.service.ts', "tx.insertInto('events').values(row)"],
  ['features/publish/planted.service.ts', "tx\n  .updateTable('events')\n  .set(row)"],
  ['features/publish/planted.service.ts', "tx.deleteFrom('events as e')"],
  ['features/publish/planted.service.ts', "tx.mergeInto('events')"],
  ['features/publish/planted.service.ts', 'sql`insert into events (id) values (1)`'],
  ['features/publish/planted.service.ts', 'sql`with gone as (delete from events returning id) select id from gone`'],
  ['features/publish/planted.service.ts', 'sql`UPDATE events SET title = null`'],
  ['features/publish/planted.service.ts', 'sql`update events as e set title = null`'],
  ['features/publish/planted.service.ts', 'sql`truncate table events`'],
  ['features/publish/planted.demo.ts', 'sql`insert into public.events (id) values (1)`'],
  ['features/feed/planted.queries.ts', "db.updateTable('events')"],
  ['features/feed/feed.routes.ts', "db.deleteFrom('events')"],
  ['features/session/planted.service.ts', "db.deleteFrom('audit_log')"],
  ['kernel/planted.ts', "db.insertInto('users')"],
  ['kernel/planted.ts', "db.insertInto('attempts')"],
  ['demo/planted.ts', "tx.insertInto('deals')"],
  ['features/deals/planted.service.ts', "db.insertInto('unheard_of')"],
  ['features/deals/planted.service.ts', 'db.insertInto(table)'],
  ['features/deals/planted.service.ts', 'sql`delete from ${sql.table(table)}`'],
  ['features/deals/planted.service.ts', 'sql`update ${sql.table(table)} set title = null`'],
  ['features/deals/planted.policy.ts', 'const isOpen = sql<boolean>`approved_at is not null`'],
  ['features/deals/planted.presenter.ts', "import { sql } from 'kysely'"],
  ['features/deals/planted.presenter.ts', "import type { Selectable } from 'kysely'"],
  ['features/deals/planted.presenter.ts', "export { sql } from 'kysely'"],
  ['features/deals/planted.policy.ts', 'const kysely = await import(`kysely/helpers/postgres`)'],
  ['features/deals/planted.policy.ts', "type Tx = import('kysely').Transaction<Tables>"],
  ['features/deals/planted.presenter.ts', "db.selectFrom('deals').select('id').execute()"],
  ['features/deals/planted.presenter.ts', "db['selectFrom']('deals')"],
  ['features/deals/planted.policy.ts', 'await db.executeQuery(query)'],
  ['features/deals/planted.presenter.ts', 'kysely.sql`now()`'],
  ['features/deals/planted.columns.ts', 'sql`select * from deals`.execute(db)'],
  ['features/deals/planted.columns.ts', "db.selectFrom('deals').selectAll()"],
  ['features/deals/planted.columns.ts', "db['executeQuery'](query)"],
])('the check fails if %s contains: %s', (path, text) => {
  expect(findForeignSqlIn(path, text)).toHaveLength(1)
})

const events = ' writes events: it belongs to the feed feature'
const unreadable = ' writes a table whose name is not a literal'

// Each text is the content of a service of the deals feature; most of them write to tables of the feed feature.
test.each([
  ["db.insertInto<'events'>('events')", events],
  ["db.insertInto /* rows */ ('events')", events],
  ["db.insertInto(\n  // rows\n  'events',\n)", events],
  ["db.insertInto('\\x65vents')", events],
  ['db.deleteFrom(`events`)', events],
  ["db?.updateTable?.('events')", events],
  ["db!.updateTable!('events' as const)", events],
  ["db['insertInto']('events')", events],
  ["db?.[`insertInto`]?.('events')", events],
  ["db.replaceInto('public.events')", events],
  ["db.mergeInto('events as e')", events],
  ["db.updateTable('events AS e')", events],
  ["db.deleteFrom(['events', 'deals'])", events],
  ["db.deleteFrom('archive.events')", ' writes archive.events: no file declares it'],
  ["db.insertInto(`${'ev'}${rest}`)", unreadable],
  ["db.insertInto('ev' + 'ents')", unreadable],
  ['db.insertInto(isPost ? "events" : "deals")', unreadable],
  ['db.insertInto()', unreadable],
  ["const insert = db.insertInto\ninsert('events')", unreadable],
  ["db.insertInto.call(db, 'events')", unreadable],
  ["const { insertInto } = db\ninsertInto('events')", unreadable],
  ["const { ['insertInto']: insert } = db", unreadable],
  ["const write = ({ deleteFrom: drop }: Db) => drop('events')", unreadable],
  ['sql`insert /* rows */ into/**/events (id) values (1)`', events],
  ['sql`insert /* a /* nested */ one */ into events (id) values (1)`', events],
  ['sql`insert -- rows\n into events (id) values (1)`', events],
  ["sql`select '--', 1; delete from events`", events],
  ["sql`select '/*'; delete from events; select '*/'`", events],
  ["sql`/* it's */ delete /* isn't */ from events`", events],
  ['sql`insert into "events" (id) values (1)`', events],
  ['sql`insert into"events"(id) values (1)`', events],
  ['sql`INSERT INTO Events (id) VALUES (1)`', events],
  ['sql`insert into public.events (id) values (1)`', events],
  ['sql`insert into "public".events (id) values (1)`', events],
  ['sql`insert into "public" . "events" (id) values (1)`', events],
  ['sql`insert into PUBLIC."events" as e (id) values (1)`', events],
  ['sql`insert into "Events" (id) values (1)`', ' writes Events: no file declares it'],
  ['sql`insert into archive.events (id) values (1)`', ' writes archive.events: no file declares it'],
  ['sql`insert into u&"\\\\0065vents" (id) values (1)`', unreadable],
  ['sql`update "events" set title = null`', events],
  ['sql`update"events"set title = null`', events],
  ['sql`update only public.events * set title = null`', events],
  ['sql`update events e set title = null`', events],
  ['sql`update events "e" set title = null`', events],
  ['sql`update events as "an alias" set title = null`', events],
  ['sql`update events ${change}`', events],
  ['sql`update ${events} set title = null`', unreadable],
  ['sql`update public.${events} set title = null`', unreadable],
  ['sql`update event${end} set title = null`', unreadable],
  ['sql`delete from only "events" as e using deals d`', events],
  ['sql`delete from"events"`', events],
  ['sql`merge into only events e using deals d on true when matched then delete`', events],
  ['sql`truncate events`', events],
  ['sql`truncate table only deal_categories, public."events" cascade`', events],
  ['sql`copy events (id, title) from stdin`', events],
  ['sql`select * into temp events from deals`', events],
  ['sql`with d as (select 1) select * into unlogged table "events" from d`', events],
  ['sql`insert into ${events} (id) values (1)`', unreadable],
  ['sql`insert into${events} (id) values (1)`', unreadable],
  ['sql`insert into ${sql`events`} (id) values (1)`', unreadable],
  ['sql`insert ${into} events (id) values (1)`', unreadable],
  ['sql`${insert} into events (id) values (1)`', events],
  ['sql<Row>`delete from "${events}"`', unreadable],
  ["db.executeQuery(CompiledQuery.raw('insert into events (id) values (1)'))", events],
  ["sql.raw('update events')", events],
  ["pool.query('delete from events')", events],
  ["db.executeQuery({ sql: 'delete from events', parameters: [] })", events],
  ["run('insert into ' + 'events' + ' (id) values (1)')", events],
  ["run('insert ' + 'into ' + table)", unreadable],
  ["run('insert into ' + table + ' (id) values (1)')", unreadable],
  ["run(`insert into ${'events'} (id) values (1)`)", events],
  ["run('delete from '.concat(table))", unreadable],
  ["run(['delete from', table].join(' '))", unreadable],
  ["run('update events set title = null')", events],
  ["const text = 'select id into events from deals'", events],
  ['pool.query(text)', ' runs SQL that is not a literal'],
  ['pool.query({ text })', ' runs SQL that is not a literal'],
  ["sql['raw'](text)", ' runs SQL that is not a literal'],
  ['sql.raw(text)', ' runs SQL that is not a literal'],
  ['CompiledQuery.raw(`select ${column}`)', ' runs SQL that is not a literal'],
  ['sql`alter table events add column x int`', ' creates, alters or drops events: only migrations may'],
  [
    'sql`alter table if exists only "public"."events" disable trigger all`',
    ' creates, alters or drops events: only migrations may',
  ],
  ['sql`alter table deals drop column title`', ' creates, alters or drops deals: only migrations may'],
  ["run('drop table if exists events cascade')", ' creates, alters or drops events: only migrations may'],
  ['sql`drop table ${table}`', ' creates, alters or drops ?: only migrations may'],
  ['sql`create table if not exists events (id uuid)`', ' creates, alters or drops events: only migrations may'],
  ['sql`create local temporary table events as select 1`', ' creates, alters or drops events: only migrations may'],
  [
    "declare module '#server/kernel/postgres/db.ts' { interface Tables { events: { id: string } } }",
    ` declares events, which ${server}/features/feed/feed.tables.ts already declares`,
  ],
])('the check fails if a service of another feature contains: %s', (text, why) => {
  const path = 'features/deals/planted.service.ts'
  expect(findForeignSqlIn(path, text)).toEqual([`${server}/${path}${why}`])
})

test.each([
  ['features/deals/planted.service.ts', "db.insertInto('deals').onConflict(c => c.doUpdateSet({ title: null }))"],
  [
    'features/deals/planted.service.ts',
    'sql`insert into deals (id) values (1) on conflict (id) do update set id = excluded.id`',
  ],
  ['features/deals/planted.queries.ts', 'sql`select id from events for no key update skip locked`'],
  ['features/deals/planted.queries.ts', "db.selectFrom('events').forUpdate()"],
  ['features/deals/planted.columns.ts', 'sql`coalesce(title, title_en)`'],
  ['features/deals/planted.policy.ts', '// who may delete from deals is said here'],
  ['features/deals/planted.policy.ts', "const why = 'nothing to select from here'"],
  [
    'features/deals/planted.service.ts',
    'sql`insert into deals as d (id) values (1) on conflict do update set id = d.id returning id`',
  ],
  ['features/deals/planted.service.ts', 'sql`update deals as "d" set title = null from events e where e.id = d.id`'],
  ['features/deals/planted.service.ts', "db.insertInto('public.deals').values({ title: 'update events' })"],
  ['features/deals/planted.queries.ts', 'sql`select id from events -- never: delete from events`'],
  ['features/deals/planted.queries.ts', 'sql`select id from events for update of events`'],
  ['features/deals/planted.queries.ts', 'sql`select updated_at, "delete", inserted from events`'],
  [
    'features/deals/planted.service.ts',
    'throw new Error(`Could not update ${name}: look into ${reason}, or copy that`)',
  ],
])('the check allows in %s: %s', (path, text) => {
  expect(findForeignSqlIn(path, text)).toEqual([])
})
