import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { fail } from './errors.ts'

const PAGE = 'index.html'

/**
 * Serves the built web app: its hashed files for good, and its page for every address that is no call and asks for HTML.
 * Throws when it has not been built.
 */
export const serveWebApp = async (app: FastifyInstance, folder: string): Promise<void> => {
  if (!existsSync(join(folder, PAGE))) throw new Error(`The web app is not built: ${join(folder, PAGE)} is missing.`)
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(`${folder}/assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && request.headers.accept?.includes('text/html')
    return wantsPage && !isApiPath(request.url) ? reply.sendFile(PAGE) : fail('error404')
  })
}
