import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import { offlineFiles } from './offline-files.ts'
import type { Manifest } from './manifest.ts'

const WORKER = 'sw.js'
const unhashedFiles = [
  'index.html',
  'first-paint.js',
  'manifest.webmanifest',
  'manifest.fr.webmanifest',
  'icon.svg',
  'icon-192.png',
]

interface PrecacheEntry {
  url: string
  /** Null if the file name already contains a hash of the content. */
  revision: string | null
}

/** Bundles the worker separately, because it cannot share a chunk with the app. */
const bundleWorker = async (root: string, precache: readonly PrecacheEntry[]): Promise<string> => {
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

const precacheEntriesOf = (folder: string): PrecacheEntry[] => {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest
  return [
    ...unhashedFiles.map(file => ({ url: `/${file}`, revision: digest(readFileSync(join(folder, file))) })),
    ...offlineFiles(manifest).map(file => ({ url: `/${file}`, revision: null })),
  ]
}

/** Bundles the service worker and provides it at `/sw.js`, so that its scope is the whole app. */
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
          // In development the worker precaches no files.
          response.setHeader('content-type', 'text/javascript').end(await bundleWorker(config.root, []))
        } catch (error) {
          next(error)
        }
      })
    },
    async closeBundle() {
      const folder = resolve(config.root, config.build.outDir)
      // Without a manifest the build has failed and reports its own error.
      if (config.command !== 'build' || !existsSync(join(folder, '.vite/manifest.json'))) return
      writeFileSync(join(folder, WORKER), await bundleWorker(config.root, precacheEntriesOf(folder)))
    },
  }
}
