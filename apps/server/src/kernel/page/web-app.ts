import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { isApiPath } from '@parvis/contract/paths.ts'
import { SHARE_TARGET_PATH, SHARED_START_PATH } from '@parvis/contract/share-target.ts'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import { fail } from '../errors.ts'
import { selectEncoding } from '../http/compression.ts'
import { createPageRenderer } from './first-page.ts'

const PAGE = 'index.html'

const suffixes = { br: '.br', gzip: '.gz' } as const
const encodings = ['br', 'gzip'] as const

/** Browsers accept HTML. Preview bots often accept anything, but then a URL with a file extension is not a page. */
const wantsPage = (accept = '*/*', url: string) =>
  accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+(?:\?|$)/.test(url))

const listFiles = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/'))
      // Excludes files that only the server reads, such as `.vite/pages.json`.
      .filter(path => !path.startsWith('.')),
  )

const registerStaticFiles = (app: FastifyInstance, folder: string) =>
  app.register(fastifyStatic, {
    root: folder,
    serve: false,
    acceptRanges: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes(`${folder}/assets/`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })

const redirectToForm = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(SHARED_START_PATH, 303)

/** Caches hashed files permanently. Other URLs receive the page if HTML is accepted. Throws without a build. */
export const serveWebApp = async (
  app: FastifyInstance,
  folder: string,
  clock: Clock,
  hasSession: (request: FastifyRequest) => Promise<boolean>,
  firstAnswersMs?: number,
): Promise<void> => {
  if (!existsSync(join(folder, PAGE))) throw new Error(`The web app is not built: ${join(folder, PAGE)} is missing.`)
  await registerStaticFiles(app, folder)
  const files = listFiles(folder)
  const compressedFiles = new Set(
    [...files].flatMap(path => encodings.map(one => `${path}${suffixes[one]}`)).filter(path => files.has(path)),
  )
  const html = readFileSync(join(folder, PAGE), 'utf8')
  const pageFor = createPageRenderer(app, folder, html, clock, hasSession, firstAnswersMs)
  // Uses one route for all files: one route for each of 1,166 files took 17 MB of memory.
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    if (compressedFiles.has(path)) fail('error404')
    if (files.has(path)) {
      const available = encodings.filter(one => compressedFiles.has(`${path}${suffixes[one]}`))
      // @fastify/static ignores the weights (q) of Accept-Encoding.
      request.raw.headers['accept-encoding'] = selectEncoding(request, available) ?? 'identity'
      return reply.sendFile(path)
    }
    if (!wantsPage(request.headers.accept, request.url) || isApiPath(request.url)) fail('error404')
    // The page is personal, so the default `no-store` applies.
    const { html, isFound } = await pageFor(request)
    return reply
      .code(isFound ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html)
  })
  // Redirects a share that no service worker has handled, before reading it, to a form that says nothing arrived.
  app.post(SHARE_TARGET_PATH, { onRequest: redirectToForm }, redirectToForm)
  app.setNotFoundHandler(async () => fail('error404'))
}
