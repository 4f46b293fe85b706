import { join, sep } from 'node:path'
import type { BuildOptions } from 'vite'

type Output = NonNullable<Exclude<NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>, unknown[]>>

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

const source = join(import.meta.dirname, '../src')

/** The modules that a route imports, directly or through others. */
const modulesOf = (route: string, graph: ModuleGraph) => {
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    graph.getModuleInfo(id)?.importedIds.forEach(visit)
  }
  for (const part of ['component', 'component---loader']) visit(join(source, `routes/${route}.tsx?tsr-split=${part}`))
  return seen
}

/** The screens with the most code, other than the feed. */
const largeScreens = [
  '$c/_app/vie-locale',
  '$c/_app/_chat/mes-conversations_.$pseudo',
  '$c/_app/_chat/conversations-de-groupe_.$eventId',
  '$c/_app/actualites_.edition-publication',
  '$c/_app/gestion',
  '$c/_app/vie-locale_.edition',
  '$c/vie-locale.$ad',
]

const readScreens = (graph: ModuleGraph) => ({
  landing: modulesOf('$c/_landing/index', graph),
  frame: modulesOf('$c/_app', graph),
  feed: modulesOf('$c/_app/actualites', graph),
  others: largeScreens.map(route => modulesOf(route, graph)),
})
let screens: ReturnType<typeof readScreens> | undefined

const isOfFeature = (id: string) =>
  ['app', 'features', 'routes'].some(folder => id.startsWith(join(source, folder) + sep))

/**
 * The chunk of a module that a first screen needs, the landing page or the feed; null for another. The members’ frame
 * loads also what the feed shares with two large screens or more. What it shares with one or none has a chunk for each.
 */
const firstScreenChunk = (id: string, graph: ModuleGraph): string | null => {
  const { landing, frame, feed, others } = (screens ??= readScreens(graph))
  const isOfMembers = frame.has(id) || feed.has(id)
  if (landing.has(id)) return isOfMembers ? 'common' : null
  if (!isOfMembers) return null
  const users = others.flatMap((modules, index) => (modules.has(id) ? [index] : []))
  if (!frame.has(id) && users.length < 2) return `feed-${users.join()}`
  return isOfFeature(id) ? 'frame' : 'ui'
}

/** Splits code by route; dependencies have chunks of their own, which stay cached until their version changes. */
export const chunks: Output = {
  // The entry chunk lists all file names: without the names of their chunks it is 2.3 kB smaller, gzipped.
  chunkFileNames: 'assets/[hash:7].js',
  assetFileNames: ({ names: [name = ''] }) => `assets/${name.endsWith('.css') ? '' : '[name]-'}[hash:7][extname]`,
  codeSplitting: {
    groups: [
      {
        name: 'react',
        test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]|rolldown[\\/]runtime/,
        priority: 3,
      },
      { name: 'router', test: /[\\/]node_modules[\\/]@tanstack[\\/](?!query-core|react-query)/, priority: 2 },
      { name: 'app', tags: ['$initial'], priority: 1 },
      // On a slow network each file costs a round trip, and only six load at a time. The bundler alone would split what
      // the feed needs into 37 files, because it makes a chunk for each set of routes; Lighthouse’s largest paint of the
      // feed was 0.5 s later.
      { name: firstScreenChunk, minShareCount: 2, priority: 0.5, includeDependenciesRecursively: false },
      { name: 'shared', minShareCount: 2, entriesAware: true },
    ],
  },
}
