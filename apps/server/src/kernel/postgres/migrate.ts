import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CompiledQuery, sql } from 'kysely'
import { fail } from '../errors.ts'
import { advisoryLocks } from './advisory-locks.ts'
import type { Db } from './db.ts'

const folder = join(import.meta.dirname, '../../migrations')

export const migrationNames = async () => (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()

/** Throws `maintenance` when a newer version has migrated the database, which this version cannot serve. */
export const assertSupportedSchema = async (db: Db): Promise<void> => {
  const known = await migrationNames()
  const { rows } = await sql<{
    name: string
  }>`select name from migrations where name <> all (${known}::text[])`.execute(db)
  if (rows.length > 0) fail('maintenance')
}

/** Returns the names of the migrations that it ran. Throws if a newer version has migrated the database. */
export const migrate = async (db: Db): Promise<string[]> => {
  const known = await migrationNames()
  return db.connection().execute(async connection => {
    await sql`select pg_advisory_lock(${advisoryLocks.migration})`.execute(connection)
    try {
      await sql`create table if not exists migrations (name text primary key, at timestamptz not null default now())`.execute(
        connection,
      )
      const { rows } = await sql<{ name: string }>`select name from migrations`.execute(connection)
      const applied = new Set(rows.map(row => row.name))
      const unknown = [...applied].filter(name => !known.includes(name))
      if (unknown.length > 0)
        throw new Error(
          `This database was changed by a newer version of Parvis (${unknown.join(', ')}). Start that version, or restore a backup.`,
        )
      const missing = known.filter(name => !applied.has(name))
      for (const name of missing) {
        const text = await readFile(join(folder, name), 'utf8')
        await connection.transaction().execute(async tx => {
          await tx.executeQuery(CompiledQuery.raw(text))
          await sql`insert into migrations (name) values (${name})`.execute(tx)
        })
      }
      return missing
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.migration})`.execute(connection)
    }
  })
}
