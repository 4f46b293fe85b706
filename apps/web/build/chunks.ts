import type { BuildOptions } from 'vite'

type Output = NonNullable<Exclude<NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>, unknown[]>>

/** The bundler names a shared chunk after all who share it. */
const firstName = (name: string) => name.replace(/~.*?(?=\.\w+$|$)/, '').replace(/\.\w+$/, '')

interface Modules {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null
}

/** The entry, and every part of a screen that is loaded when it is shown: what imports a module in the end. */
const rootsOf = (id: string, modules: Modules, seen = new Set<string>()): Set<string> => {
  const roots = new Set<string>()
  if (seen.has(id)) return roots
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  if (importers.length === 0) roots.add(id)
  for (const importer of importers) for (const root of rootsOf(importer, modules, seen)) roots.add(root)
  return roots
}

const shared = /[\\/]src[\\/](?:ui|kernel|rooms[\\/]session)[\\/]|[\\/]contract[\\/]/
const queries = /[\\/]@tanstack[\\/](?:react-query|query-core)[\\/]/
/** Opened from a first screen, which does not wait for them. */
const forms = /[\\/]src[\\/]ui[\\/](?:Field|Dialog|Segmented)\./
const landing = /[\\/]routes[\\/]\$c[\\/]_landing(?:\.tsx|[\\/]index\.tsx)\?/

/** What the landing shows and other screens too. */
const isOfLandingAndOthers = (id: string, modules: Modules) => {
  const roots = [...rootsOf(id, modules)]
  return roots.length > 1 && roots.some(root => landing.test(root))
}

/**
 * Few files on the way to the first screen, none of them for another one: on a slow network each file costs a round trip, and six
 * travel at a time.
 */
export const chunks: Output = {
  chunkFileNames: ({ name }) => `assets/${firstName(name)}-[hash].js`,
  assetFileNames: ({ names: [name = 'asset'] }) => `assets/${firstName(name)}-[hash][extname]`,
  codeSplitting: {
    groups: [
      // what changes only with a new version of its package stays in the reader's cache
      { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]|rolldown[\\/]runtime/, priority: 3 },
      { name: 'router', test: /[\\/]node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history|react-store|store)[\\/]/, priority: 2 },
      { name: 'app', tags: ['$initial'], priority: 1 },
      { name: (id, modules) => isOfLandingAndOthers(id, modules) ? 'landing-parts' : null, test: shared, minShareCount: 2, priority: 1 },
      // with the hooks that watch answers: the landing reads its own in its loader
      { name: 'parts', test: id => (shared.test(id) || queries.test(id)) && !forms.test(id), minShareCount: 2 },
      { name: 'forms', test: forms, minShareCount: 2 },
    ],
  },
}
