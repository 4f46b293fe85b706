import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { offlineFiles } from './offline-files.ts'
import type { Manifest } from './manifest.ts'

const WORKER = 'sw.js'
/** Files that keep their name from one version to the next. */
const named = [
  'index.html',
  'first-paint.js',
  'manifest.webmanifest',
  'manifest.fr.webmanifest',
  'icon.svg',
  'icon-192.png',
]

interface Entry {
  url: string
  /** Null where the name itself changes with what is in it. */
  revision: string | null
}

/** The worker as one file of its own: it shares nothing with the app, which so names nothing of it. */
const bundle = async (root: string, precache: readonly Entry[]): Promise<string> => {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { PRECACHE: JSON.stringify(precache), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'src/worker/sw.ts'),
        output: { format: 'iife', entryFileNames: WORKER },
      },
    },
  })
  const [output] = [built].flat()
  const file = output && 'output' in output ? output.output[0] : undefined
  if (file?.type !== 'chunk') throw new Error('The service worker could not be bundled.')
  return file.code
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** What the worker stores as soon as it is installed, so that the app opens without a network. */
const entriesOf = (folder: string): Entry[] => {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  return [
    ...named.map(file => ({ url: `/${file}`, revision: digest(readFileSync(join(folder, file))) })),
    ...offlineFiles(manifest).map(file => ({ url: `/${file}`, revision: null })),
  ]
}

/** Serves the service worker at `/sw.js`: from there it is one for every screen. */
export const serviceWorker = (): Plugin => {
  let config: ResolvedConfig
  return {
    name: 'parvis:service-worker',
    configResolved: resolved => {
      config = resolved
    },
    configureServer(server) {
      server.middlewares.use(`/${WORKER}`, async (_request, response, next) => {
        try {
          // what is being written is never old
          response.setHeader('content-type', 'text/javascript').end(await bundle(config.root, []))
        } catch (error) {
          next(error)
        }
      })
    },
    // everything else is written
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir)
      // a build that failed has written nothing, and says why itself
      if (config.command !== 'build' || !existsSync(join(folder, '.vite/manifest.json'))) return
      writeFileSync(join(folder, WORKER), await bundle(config.root, entriesOf(folder)))
    },
  }
}
