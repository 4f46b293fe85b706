import type { BuildOptions } from 'vite'

type Output = NonNullable<Exclude<NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>, unknown[]>>

/** The bundler names a shared chunk after all who share it. */
const firstName = (name: string) => name.replace(/~.*?(?=\.\w+$|$)/, '').replace(/\.\w+$/, '')

/** Code is split by route; what changes only with a new version of its package stays in the reader's cache. */
export const chunks: Output = {
  chunkFileNames: ({ name }) => `assets/${firstName(name)}-[hash].js`,
  assetFileNames: ({ names: [name = 'asset'] }) => `assets/${firstName(name)}-[hash][extname]`,
  codeSplitting: {
    groups: [
      {
        name: 'react',
        test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]|rolldown[\\/]runtime/,
        priority: 3,
      },
      {
        name: 'router',
        test: /[\\/]node_modules[\\/]@tanstack[\\/](?!query-core|react-query)/,
        priority: 2,
      },
      { name: 'app', tags: ['$initial'], priority: 1 },
      // what the landing draws, and no more: the first visit waits for it
      {
        name: 'landing',
        test: /[\\/]ui[\\/](?:Avatar|ButtonLink|Notice|OuterBar|Photo)\.tsx$/,
        minShareCount: 2,
        priority: 0.5,
      },
      // the parts that most screens draw with, as one file: small ones would cost more by their number
      { name: 'ui', test: /[\\/](?:ui|kernel)[\\/]/, minShareCount: 9, priority: 0.4 },
      // what several screens share, in few files: on a slow network each costs a round trip, and six travel at a time
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 500 },
    ],
  },
}
