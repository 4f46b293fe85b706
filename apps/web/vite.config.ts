import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { apiSegments } from '../../packages/contract/src/paths.ts'
import { chunks } from './build/chunks.ts'
import { compiler } from './build/compiler.ts'
import { compressed } from './build/compressed.ts'
import { contract } from './build/contract.ts'
import { firstPaint } from './build/first-paint.ts'
import { firstScreens } from './build/first-screens.ts'
import { fonts } from './build/fonts.ts'
import { icons } from './build/icons.ts'
import { messages } from './build/messages.ts'
import { webManifests } from './build/web-manifest.ts'
import { shell } from './build/shell.ts'
import { serviceWorker } from './build/service-worker.ts'

const root = import.meta.dirname
// The URL of the server for native shells; browsers use their own origin.
const server = process.env.VITE_SERVER ?? ''
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root,
  resolve: {
    alias: { typebox: join(root, 'build/typebox-stub.ts') },
  },
  plugins: [
    messages(),
    contract(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // The team's screens and their loaders stay out of the landing page's bundle: they would add 4 kB, gzipped.
      codeSplittingOptions: {
        // The loaders of the most visited screens are in the main bundle.
        splitBehavior: ({ routeId }) =>
          /^\/(?:\$c\/(?:_landing.*|_app(?:\/(?:actualites|annonce|vie-locale|actualites_\/publication))?))?$/.test(
            routeId,
          )
            ? undefined
            : [['loader', 'component']],
      },
      routesDirectory: join(root, 'src/routes'),
      generatedRouteTree: join(root, 'src/routeTree.gen.ts'),
      tmpDir: join(root, 'node_modules/.tanstack'),
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
      routeFileIgnorePattern: '\\.test\\.tsx?$',
    }),
    react(),
    compiler(),
    icons(),
    firstScreens(),
    firstPaint(),
    fonts(),
    ...(server ? [shell(server, process.env)] : [webManifests(), serviceWorker(), compressed()]),
  ],
  define: { 'import.meta.env.VITE_SERVER': JSON.stringify(server) },
  server: {
    proxy: Object.fromEntries(
      apiSegments.map(segment => [`^/${segment}(?:[/?]|$)`, { target: api, ws: segment === 'socket' }]),
    ),
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    modulePreload: {
      polyfill: false,
      // The HTML of a page preloads the scripts of its screen, so a navigation preloads only style sheets: with the
      // lists of scripts, the entry would be 3 kB larger, gzipped.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter(file => file.endsWith('.css')) : files,
    },
    rolldownOptions: { output: chunks, checks: { bundlerTimings: false } },
  },
})
