import type { BuildOptions } from 'vite'

type Output = NonNullable<Exclude<NonNullable<NonNullable<BuildOptions['rolldownOptions']>['output']>, unknown[]>>

const featureOf = (id: string) => /[\\/]src[\\/]features[\\/]([\w-]+)/.exec(id)?.[1] ?? null

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
      // What most screens share of ui/ and kernel/, and several screens of a feature, is one file: it loads faster than
      // many small ones.
      {
        name: 'ui',
        test: /[\\/](?:ui|kernel|@tanstack[\\/](?:query-core|react-query))[\\/]/,
        minShareCount: 12,
        priority: 0.5,
      },
      { name: featureOf, minShareCount: 12, priority: 0.4, includeDependenciesRecursively: false },
      // Merges small chunks, because on a slow network each one costs a round trip, and only six load at a time.
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 600 },
    ],
  },
}
