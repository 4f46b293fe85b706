import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { NOT_LITERAL } from './parsed-source.ts'
import { findAlteredTables, findCreatedTables, findWrittenTables } from './sql-text.ts'
import { readSqlUsage } from './sql-usage.ts'

/** A server file; its path is relative to the root of the repository. */
export interface Source {
  path: string
  text: string
}

/**
 * The sources of the running server. `testing/`, `*.rights.ts` and `bench/` are not included, because they may write to
 * any table.
 */
export const readServerSources = (root: string): Source[] =>
  globSync('apps/server/src/**/*.ts', { cwd: root })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !/\.(test|rights)\.ts$/.test(path) && !path.startsWith('apps/server/src/testing/'))
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const featureOf = (path: string) => /^apps\/server\/src\/features\/([^/]+)\//.exec(path)?.[1]
const canWriteTables = (path: string) => /\.(service|demo)\.ts$/.test(path)

const findOwnershipError = (writer: string, owner: string): string | null => {
  const feature = featureOf(owner)
  if (!feature) return writer === owner ? null : `only ${owner} may write it`
  if (featureOf(writer) !== feature) return `it belongs to the ${feature} feature`
  return canWriteTables(writer) ? null : 'only *.service.ts and *.demo.ts files of a feature may write its tables'
}

/** These files create the tables that must exist before a migration can run, and count as their owners. */
const migrators = ['migrate.ts', 'claim-database.ts'].map(name => `apps/server/src/kernel/postgres/${name}`)
const isMigrator = (path: string) => migrators.includes(path)
const isDatabaseKernel = (path: string) => path.startsWith('apps/server/src/kernel/postgres/')

const analyzeSource = ({ path, text }: Source) => {
  const usage = readSqlUsage(path, text)
  const created = usage.texts.flatMap(one => findCreatedTables(one.text))
  return {
    path,
    usage,
    created,
    changed: usage.texts.flatMap(one => findAlteredTables(one.text)),
    written: new Set([...usage.builderTables, ...usage.texts.flatMap(one => findWrittenTables(one.text, one.isSql))]),
    declared: [...usage.declaredTables, ...(isMigrator(path) ? created : [])],
  }
}

/**
 * Writes to a table by a file that does not own it, and SQL where none is allowed, as sentences. Not covered: functions
 * of the database (`take_hits` writes to `attempts`), its triggers and cascading deletes, which are in the migrations;
 * nor methods and verbs composed at run time (`db[verb](…)`, `${verb} from events`).
 */
export const findForeignSql = (sources: readonly Source[]): string[] => {
  const files = sources.map(analyzeSource)
  const owners = new Map<string, string>()
  const declaredTwice: string[] = []
  for (const { path, declared } of files)
    for (const table of declared) {
      const owner = owners.get(table)
      if (owner) declaredTwice.push(`${path} declares ${table}, which ${owner} already declares`)
      else owners.set(table, path)
    }
  return [
    ...declaredTwice,
    ...files.flatMap(({ path, usage, created, changed, written }) => [
      ...[...written].flatMap(table => {
        if (table === NOT_LITERAL) return [`${path} writes a table whose name is not a literal`]
        const owner = owners.get(table)
        const why = owner ? findOwnershipError(path, owner) : 'no file declares it'
        return why ? [`${path} writes ${table}: ${why}`] : []
      }),
      ...[...changed, ...(isMigrator(path) ? [] : created)].map(
        table => `${path} creates, alters or drops ${table}: only migrations may`,
      ),
      ...(usage.runsUnreadableSql && !isDatabaseKernel(path) ? [`${path} runs SQL that is not a literal`] : []),
      ...(usage.hasSql && /\.(presenter|policy)\.ts$/.test(path)
        ? [
            `${path} contains SQL: columns that other features read belong in *.columns.ts, all other SQL in *.queries.ts`,
          ]
        : []),
      ...(usage.runsQueries && path.endsWith('.columns.ts')
        ? [`${path} queries the database: *.columns.ts may only define columns for the queries of others`]
        : []),
    ]),
  ]
}

if (import.meta.main) {
  const found = findForeignSql(readServerSources(dirname(import.meta.dirname)))
  for (const line of found) console.error(line)
  process.exit(found.length > 0 ? 1 : 0)
}
