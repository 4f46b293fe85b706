import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'
import { migrate, migrationNames } from './migrate.ts'

let server: TestServer
afterEach(() => server.close())

const schemaOf = async () => {
  const { rows } =
    await sql`select table_name, column_name, data_type, column_default, is_nullable from information_schema.columns where table_schema = 'public' order by 1, 2`.execute(
      server.db,
    )
  const { rows: indexes } = await sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`.execute(
    server.db,
  )
  return { rows, indexes }
}

it('migrating a current database changes nothing, even concurrently', async () => {
  server = await openTestServer('demo')
  const before = await schemaOf()
  expect(await migrate(server.db)).toEqual([])
  expect(await Promise.all([migrate(server.db), migrate(server.db)])).toEqual([[], []])
  expect(await schemaOf()).toEqual(before)
})

it('concurrent starts migrate an empty database only once, to the expected schema', async () => {
  server = await openTestServer('empty')
  const expected = await schemaOf()
  await sql`drop schema public cascade`.execute(server.db)
  await sql`create schema public`.execute(server.db)
  const applied = await Promise.all([migrate(server.db), migrate(server.db)])
  expect(applied.map(names => names.length).sort()).toEqual([0, (await migrationNames()).length])
  expect(await schemaOf()).toEqual(expected)
})

it('a database that a newer version has migrated is refused and not changed', async () => {
  server = await openTestServer('demo')
  await sql`insert into migrations (name) values ('9999_from_the_future.sql')`.execute(server.db)
  await expect(migrate(server.db)).rejects.toThrow(
    'This database was changed by a newer version of Parvis (9999_from_the_future.sql).',
  )
  const { rows: locks } =
    await sql`select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
      server.db,
    )
  expect(locks).toEqual([])
  // A server that is still running is reported as not ready.
  expect((await server.visitor().send({ method: 'GET', url: '/readyz' })).status).toBe(503)
})
