import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'

/** One import of ours by another file of ours; paths are from the root of the repository. */
export interface Import {
  from: string
  to: string
}

const trees = ['packages/contract/src', 'packages/demo-world/src', 'apps/server/src', 'apps/web/src']
const aliases: [string, string][] = [
  ['#server/', 'apps/server/src/'],
  ['#web/', 'apps/web/src/'],
  ['@parvis/contract/', 'packages/contract/src/'],
  ['@parvis/demo-world/', 'packages/demo-world/src/'],
]
const statement =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|declare module ['"]([^'"]+)['"]/g

const sourcesOf = (root: string) =>
  trees.flatMap(tree =>
    readdirSync(join(root, tree), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|routeTree\.gen/.test(entry.name))
      .map(entry => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  )

const resolveImport = (from: string, name: string): string | null => {
  if (name.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), name))
  const alias = aliases.find(([prefix]) => name.startsWith(prefix))
  return alias ? alias[1] + name.slice(alias[0].length) : null
}

/** Every import between files of ours, tests left out. */
export const readImports = (root: string): Import[] =>
  sourcesOf(root).flatMap(from =>
    [...readFileSync(join(root, from), 'utf8').matchAll(statement)].flatMap(found => {
      const to = resolveImport(from, (found[1] ?? found[2] ?? found[3] ?? found[4])!)
      return to ? [{ from, to }] : []
    }),
  )

const roomOf = (path: string) => /^apps\/(server|web)\/src\/rooms\/([^/]+)\//.exec(path)?.[2]
const isIn = (path: string, folder: string) => path.startsWith(`${folder}/`)
const isDemoWriter = (path: string) => /^apps\/server\/src\/rooms\/[^/]+\/[^/]+\.demo\.ts$/.test(path)
const isDemoComposer = (path: string) => isIn(path, 'apps/server/src/demo')
// What tests stand on may use its random numbers, as tests do.
const mayReadDemo = (path: string) =>
  isDemoWriter(path) ||
  isDemoComposer(path) ||
  isIn(path, 'packages/demo-world/src') ||
  isIn(path, 'apps/server/src/testing')

const isForTests = (path: string) =>
  isIn(path, 'apps/server/src/testing') || /^apps\/server\/src\/rooms\/.+\.rights\.ts$/.test(path)

/** The walls of the house: why this import may not be, or null. */
const wallOf = ({ from, to }: Import): string | null => {
  if (isIn(from, 'packages/contract/src') && !isIn(to, 'packages/contract/src'))
    return 'the contract imports nothing of ours'
  if (
    isIn(from, 'packages/demo-world/src') &&
    !isIn(to, 'packages/demo-world/src') &&
    !isIn(to, 'packages/contract/src')
  )
    return 'the demo world imports the contract alone'
  if (isIn(to, 'packages/demo-world/src') && !mayReadDemo(from))
    return "the demo world is read by the rooms' *.demo.ts and their composer alone"
  if (isDemoWriter(to) && !isDemoComposer(from)) return 'what writes the demo world is called by its composer alone'
  if (isIn(from, 'apps/web') && isIn(to, 'apps/server')) return 'the web knows the server by the contract alone'
  if (isIn(from, 'apps/server') && isIn(to, 'apps/web')) return 'the server knows nothing of the web'
  if (
    (isIn(from, 'apps/server/src/kernel') || isIn(from, 'apps/web/src/kernel') || isIn(from, 'apps/web/src/ui')) &&
    (roomOf(to) || isIn(to, 'apps/web/src/routes'))
  )
    return 'kernel and ui know no room'
  if (isIn(from, 'apps/web/src/ui') && isIn(to, 'apps/web/src/rooms')) return 'ui knows no room'
  if (isIn(from, 'apps/server/src') && isForTests(to) && !isForTests(from))
    return 'what tests stand on is imported by tests alone'
  const [mine, theirs] = [roomOf(from), roomOf(to)]
  if (!mine || !theirs || mine === theirs) return null
  if (isIn(from, 'apps/web')) return 'rooms of the web do not import rooms: routes compose them'
  return /\.(service|presenter|columns)\.ts$/.test(to)
    ? null
    : "a room calls another room's service, presenter or columns, never its queries or tables"
}

/** Rooms of the server that import each other in a ring: each ring once, as the names along it. */
const findRings = (imports: readonly Import[]): string[][] => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [mine, theirs] = [roomOf(from), roomOf(to)]
    // Columns are names alone: they lead nowhere.
    if (!isIn(from, 'apps/server') || !mine || !theirs || mine === theirs || to.endsWith('.columns.ts')) continue
    next.set(mine, (next.get(mine) ?? new Set()).add(theirs))
  }
  const rings = new Map<string, string[]>()
  const walk = (path: string[]) => {
    for (const room of next.get(path.at(-1)!) ?? []) {
      const start = path.indexOf(room)
      if (start !== -1) rings.set(path.slice(start).sort().join(' '), [...path.slice(start), room])
      else walk([...path, room])
    }
  }
  for (const room of next.keys()) walk([room])
  return [...rings.values()]
}

/** Every broken wall and ring, as sentences; none when the house stands. */
export const findBrokenWalls = (imports: readonly Import[]): string[] => [
  ...imports.flatMap(found => {
    const why = wallOf(found)
    return why ? [`${found.from} imports ${found.to}: ${why}`] : []
  }),
  ...findRings(imports).map(ring => `rooms import each other in a ring: ${ring.join(' → ')}`),
]

if (import.meta.main) {
  const broken = findBrokenWalls(readImports(dirname(import.meta.dirname)))
  for (const line of broken) console.error(line)
  process.exit(broken.length > 0 ? 1 : 0)
}
