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

const shared =
  /[\\/]src[\\/](?:ui[\\/]|kernel[\\/]|routes[\\/]-|rooms[\\/](?:session|community|chat)[\\/]|rooms[\\/]publish[\\/]forget-)|[\\/]contract[\\/]/
/** The package is one module to all who import from it: what of it is for reading, and what for sending, is said here. */
const reading = /[\\/]@tanstack[\\/](?:react-query|query-core)[\\/](?!.*[mM]utation)/
const sending = /[\\/]@tanstack[\\/](?:react-query|query-core)[\\/].*[mM]utation/
/** The halves of route files that draw: what a first screen is made of. */
const landing = /[\\/]routes[\\/]\$c[\\/]_landing(?:\.tsx|[\\/]index\.tsx)\?/
const logIn = /[\\/]routes[\\/]\$c[\\/]_landing[\\/]connexion\.tsx\?/
const members = /[\\/]routes[\\/]\$c[\\/]_app(?:\.tsx|[\\/](?:actualites|vie-locale)\.tsx)\?/

/** Whether a first screen shows it, and another one too. */
const isSharedBy =
  (screen: RegExp) =>
  (id: string, modules: Modules): boolean => {
    if (!shared.test(id)) return false
    const roots = [...rootsOf(id, modules)]
    return roots.length > 1 && roots.some(root => screen.test(root))
  }
const ofLanding = isSharedBy(landing)
const ofMembers = isSharedBy(members)
const ofLogIn = isSharedBy(logIn)

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
      {
        name: 'react',
        test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]|rolldown[\\/]runtime/,
        priority: 3,
      },
      {
        name: 'router',
        test: /[\\/]node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history|react-store|store)[\\/]/,
        priority: 2,
      },
      { name: 'app', tags: ['$initial'], priority: 1 },
      // each takes along what it imports, so that the screen that comes first chooses first; what none of them shows comes with what does
      {
        name: (id, modules) =>
          ofLanding(id, modules) || (ofLogIn(id, modules) && ofMembers(id, modules)) ? 'landing-parts' : null,
        minShareCount: 2,
        priority: 0.3,
      },
      // the landing reads its own answer in its loader
      {
        name: (id, modules) => (ofMembers(id, modules) || reading.test(id) ? 'parts' : null),
        minShareCount: 2,
        priority: 0.2,
      },
      {
        name: 'post',
        test: /[\\/]rooms[\\/]feed[\\/](?:components[\\/]Post|use-post-acts)/,
        minShareCount: 2,
        priority: 0.2,
      },
      {
        name: (id, modules) => (ofLogIn(id, modules) || sending.test(id) ? 'forms' : null),
        minShareCount: 2,
        priority: 0.1,
      },
    ],
  },
}
