import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from './testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('empty')
})
afterAll(() => server.close())

/** Returns foreign keys without a usable index. Without one, deleting a referenced row scans the table under a lock. */
const findUnindexedKeys = async () => {
  const { rows } = await sql<{ key: string }>`
    select format('%s(%s)', c.conrelid::regclass, (
      select string_agg(a.attname, ', ' order by k.at) from unnest(c.conkey) with ordinality k(attnum, at)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum)) as key
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid
        -- a partial one serves where it leaves out nothing but null
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^[(][a-z_]+ IS NOT NULL[)]$')
        -- an id of its own tells rows apart where the community that stands before it in the key does not
        and ((i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey or exists (
          select from pg_attribute a where a.attrelid = c.conrelid and a.attnum = i.indkey[0] and a.attnum = any(c.conkey)
            and cardinality(c.conkey) > 1 and a.attname !~ 'community_id$')))
    order by 1`.execute(server.db)
  return rows.map(({ key }) => key)
}

it('every foreign key has a usable index', async () => {
  expect(await findUnindexedKeys()).toEqual([])
})

it('a foreign key without an index, or only with an unusable partial index, is reported', async () => {
  await sql`create table planted (id int primary key, photo_id uuid references media)`.execute(server.db)
  expect(await findUnindexedKeys()).toEqual(['planted(photo_id)'])
  await sql`create index on planted (photo_id) where id > 3`.execute(server.db)
  expect(await findUnindexedKeys()).toEqual(['planted(photo_id)'])
  await sql`create index on planted (photo_id) where photo_id is not null`.execute(server.db)
  expect(await findUnindexedKeys()).toEqual([])
})
