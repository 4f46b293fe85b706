import type { Db } from '../apps/server/src/kernel/postgres/db.ts'
import { readSchema, type SchemaTable } from '../apps/server/src/testing/schema.ts'
import { readSqlUsage } from './sql-usage.ts'
import { readServerSources } from './table-writers.ts'

const printTable = ({ name, comment, columns, keys }: SchemaTable): string => {
  if (!comment) throw new Error(`${name} has no comment: add "comment on table ${name} is …" to its migration`)
  const lines = columns.map(column => `| \`${column.name}\` | ${column.type} | ${column.comment ?? ''} |`)
  return [
    `#### ${name}\n\n${comment}\n\n| column | type | |\n| --- | --- | --- |`,
    `${lines.join('\n')}\n`,
    ...keys.map(key => `- \`${key}\``),
  ].join('\n')
}

/** The tables of a migrated database as Markdown, by the feature that declares and writes them. */
export const printDataModel = async (root: string, db: Db): Promise<string> => {
  const tables = await readSchema(db)
  const owners = readServerSources(root).flatMap(({ path, text }) => {
    const owner = /\/features\/([^/]+)\//.exec(path)?.[1] ?? 'kernel'
    return readSqlUsage(path, text).declaredTables.map(table => [table, owner] as const)
  })
  const ownerOf = new Map(owners)
  const byOwner = [...Map.groupBy(tables, ({ name }) => ownerOf.get(name) ?? 'kernel')].toSorted(([a], [z]) =>
    a < z ? -1 : 1,
  )
  const references = tables.flatMap(({ name, referenced }) => referenced.map(to => `  ${to} ||--o{ ${name} : ""`))
  return [
    `\`\`\`mermaid\nerDiagram\n${references.join('\n')}\n\`\`\``,
    ...byOwner.flatMap(([owner, owned]) => [`### ${owner}`, ...owned.map(printTable)]),
  ].join('\n\n')
}
