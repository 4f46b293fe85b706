import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../kernel/postgres/db.ts'

const CANARY_PREFIX = 'kanari'
let canaryCount = 0

/** Returns a unique word; letters only, so that text search does not split the word. */
export const newCanary = (): string =>
  `${CANARY_PREFIX}${String(++canaryCount).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!)}${Math.random().toString(36).slice(2).replace(/\d/g, 'q')}`

interface TableName {
  schema: string
  table: string
}

const listTables = async (db: Db): Promise<TableName[]> => {
  const { rows } = await sql<TableName>`
    select n.nspname as schema, c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'
    order by 1, 2`.execute(db)
  return rows
}

/** Returns the tables with this text in any column: text, JSON, arrays, search documents, keys. */
export const findTablesWith = async (
  db: Db,
  text: string,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<string[]> => {
  const found: string[] = []
  for (const { schema, table } of await listTables(db)) {
    if (except.includes(schema) || except.includes(table)) continue
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(`${schema}.${table}`)} t where t::text ilike ${`%${text}%`}`.execute(
      db,
    )
    if (rows[0]!.n > 0) found.push(table)
  }
  return found
}

const findFilesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .filter(path => path.includes(text) || readFileSync(path).includes(text))

export const findCanaries = async (sources: {
  db: Db
  folder: string
  logLines: readonly string[]
}): Promise<{ tables: string[]; files: string[]; lines: string[] }> => ({
  tables: await findTablesWith(sources.db, CANARY_PREFIX),
  files: findFilesWith(sources.folder, CANARY_PREFIX),
  lines: sources.logLines.filter(line => line.includes(CANARY_PREFIX)),
})
