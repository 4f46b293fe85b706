import type { BuildOptions } from 'vite'

type Output = NonNullable<Exclude<NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>, unknown[]>>

/** Bytes under which a shared part of ours joins its neighbour. */
const SMALL_CHUNK = 1_500

/** The bundler names a shared chunk after all who share it. */
const firstName = (name: string) => name.replace(/~.*?(?=\.\w+$|$)/, '').replace(/\.\w+$/, '')

/** Few files on the way to the first screen, none of them for another one. */
export const chunks: Output = {
  chunkFileNames: ({ name }) => `assets/${firstName(name)}-[hash].js`,
  assetFileNames: ({ names: [name = 'asset'] }) => `assets/${firstName(name)}-[hash][extname]`,
  codeSplitting: {
    groups: [
      // what changes only with a new version of its package stays in the reader's cache
      { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/, priority: 3 },
      { name: 'router', test: /[\\/]node_modules[\\/]@tanstack[\\/](?:react-router|router-core|history|react-store|store)[\\/]/, priority: 2 },
      { name: 'app', tags: ['$initial'], priority: 1 },
      { name: 'parts', test: /[\\/]src[\\/](?:ui|kernel)[\\/]/, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: SMALL_CHUNK },
    ],
  },
}
