import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One file of the server; its path is from the root of the repository. */
export interface Source {
  path: string
  text: string
}

/** The server as it runs. The worlds of `testing/`, `*.rights.ts` and `bench/` are not the product's: they write rows as they need them. */
export const readServerSources = (root: string): Source[] =>
  globSync('apps/server/src/**/*.ts', { cwd: root })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !/\.(test|rights)\.ts$/.test(path) && !path.startsWith('apps/server/src/testing/'))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const withoutComments = (text: string) => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(found => found[1]!)

/** The tables that a file declares as its own: in `Tables`, or by making them. */
const declaredIn = (text: string): string[] => [
  ...[...text.matchAll(/\n {2}interface Tables \{\n([\s\S]*?)\n {2}\}/g)].flatMap(([, body]) =>
    namesIn(body!, /^ {4}(\w+): \{/gm),
  ),
  ...namesIn(text, /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi),
]

const UNREADABLE = '?'
const builderWrite =
  /\.\s*(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*(?:'(\w+)[^']*'|"(\w+)[^"]*")?/g
const sqlWrite =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:only\s+)?"?(?:public\.)?(\w+|\$\{)|\bupdate\s+(?:only\s+)?"?(?:public\.)?(\w+|\$\{[^}]*\})"?\s+(?:(?:as\s+)?\w+\s+)?set\b/gi

/** The tables that a file writes; `?` for one whose name is not written out. */
const writtenIn = (text: string): string[] => {
  const code = withoutComments(text)
  const named = [...code.matchAll(builderWrite)].map(found => found[1] ?? found[2] ?? UNREADABLE)
  const inSql = [...code.matchAll(sqlWrite)].map(found => (found[1] ?? found[2])!)
  return [...new Set([...named, ...inSql.map(name => (name.startsWith('$') ? UNREADABLE : name.toLowerCase()))])]
}

const roomOf = (path: string) => /^apps\/server\/src\/rooms\/([^/]+)\//.exec(path)?.[1]
const isWriter = (path: string) => /\.(service|demo)\.ts$/.test(path)

const whyNot = (writer: string, owner: string): string | null => {
  const room = roomOf(owner)
  if (!room) return writer === owner ? null : `it is written in ${owner} alone`
  if (roomOf(writer) !== room) return `it is the ${room} room's`
  return isWriter(writer) ? null : 'a room writes in its *.service.ts and *.demo.ts alone'
}

/** Every write of a table by another than its owner, and all SQL where none belongs, as sentences. */
export const findForeignSql = (sources: readonly Source[]): string[] => {
  const owners = new Map(sources.flatMap(({ path, text }) => declaredIn(text).map(table => [table, path] as const)))
  return sources.flatMap(({ path, text }) => [
    ...writtenIn(text).flatMap(table => {
      if (table === UNREADABLE) return [`${path} writes a table whose name is not written out`]
      const owner = owners.get(table)
      const why = owner ? whyNot(path, owner) : 'nobody declares it'
      return why ? [`${path} writes ${table}: ${why}`] : []
    }),
    ...(/\.(presenter|policy)\.ts$/.test(path) && /\bsql(?:<[^`]*>)?`|from 'kysely'/.test(withoutComments(text))
      ? [`${path} holds SQL: columns that other rooms read stand in *.columns.ts, all else in *.queries.ts`]
      : []),
  ])
}

if (import.meta.main) {
  const found = findForeignSql(readServerSources(dirname(import.meta.dirname)))
  for (const line of found) console.error(line)
  process.exit(found.length > 0 ? 1 : 0)
}
