import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from './testing/test-server.ts'

/** The columns that features declare in their sources: `table.column` and whether its type allows null. */
const declaredColumns = (source: string): string[] => {
  const found: string[] = []
  for (const { groups } of source.matchAll(/interface Tables \{\n(?<body>[\s\S]*?)\n {2}\}/g)) {
    for (const table of groups!.body!.matchAll(/^ {4}(\w+): \{([\s\S]*?)\}$/gm)) {
      const columns = table[2]!
        .replace(/\{[^{}]*\}/g, 'object')
        .split(/[;\n]/)
        .map(line => /^\s*(\w+): (.+?)\s*$/.exec(line))
        .filter(line => line !== null)
      for (const [, column, type] of columns) {
        const selected = /^ColumnType<([^,]+),/.exec(type!)?.[1] ?? type!
        found.push(`${table[1]}.${column} ${/\| null\b/.test(selected) ? 'null' : 'not null'}`)
      }
    }
  }
  return found
}

let server: TestServer
beforeAll(async () => {
  server = await openTestServer('empty')
})
afterAll(() => server.close())

it('the declared tables match the tables that the migrations create', async () => {
  const files = globSync('{features,kernel}/**/*.ts', { cwd: import.meta.dirname }).filter(
    file => !file.endsWith('.test.ts'),
  )
  const declared = files.flatMap(file => declaredColumns(readFileSync(join(import.meta.dirname, file), 'utf8')))
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name || case is_nullable when 'YES' then ' null' else ' not null' end as column
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`.execute(server.db)
  expect(declared.length).toBeGreaterThan(150)
  expect(declared.sort()).toEqual(rows.map(({ column }) => column).sort())
})

it('declaredColumns reads every form of a column declaration', () => {
  const source = `interface Tables {
    one: { id: string; at: Generated<Date>; gone: Generated<Date | null> }
    two: {
      id: string
      note: string | null
      list: ColumnType<Thing[] | null, string | null, string | null>
      made: Generated<{ id: string; name: string | null }[]>
    }
  }`
  expect(declaredColumns(source)).toEqual([
    'one.id not null',
    'one.at not null',
    'one.gone null',
    'two.id not null',
    'two.note null',
    'two.list null',
    'two.made not null',
  ])
})
