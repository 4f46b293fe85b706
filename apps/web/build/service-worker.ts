import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'

const WORKER = 'sw.js'

/** The worker as one file of its own: it shares nothing with the app, which so names nothing of it. */
const bundle = async (root: string): Promise<string> => {
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
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
          response.setHeader('content-type', 'text/javascript').end(await bundle(config.root))
        } catch (error) {
          next(error)
        }
      })
    },
    async writeBundle() {
      await writeFile(join(resolve(config.root, config.build.outDir), WORKER), await bundle(config.root))
    },
  }
}
