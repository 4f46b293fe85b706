import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { KeyedError } from './errors.ts'

/**
 * Serves the built web app: its hashed files for good, and its page for every address that is no call and asks for HTML.
 * Throws when it has not been built.
 */
export const serveWebApp = async (app: FastifyInstance, folder: string): Promise<void> => {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) throw new Error(`The web app is not built: ${page} is missing.`)
  const html = readFileSync(page)
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
    if (wantsPage && !isApiPath(request.url)) return reply.headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }).send(html)
    const error = new KeyedError('error404')
    return reply.status(error.status).send(error.answer())
  })
}
