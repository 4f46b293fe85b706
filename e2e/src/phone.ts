import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import type { BrowserContext, Route } from 'playwright-core'
import { buildShell, SHELL_TEST_SERVER } from '../../scripts/build-web.ts'
import { sharedBrowser } from './browser.ts'
import { watchPageErrors } from './page-errors.ts'
import { TIMEOUT_MS, type BrowserServer, viewports } from './browser-server.ts'

/** The origin of the pages in the Android app. */
export const SHELL_ORIGIN = 'https://localhost'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

let builtFolder: string | undefined
const BUILD_MS = 600_000
/** Arguments for `beforeAll` that build the app shell once, which takes longer than a test may. */
export const buildPhone = [
  async () => {
    builtFolder ??= await buildShell(SHELL_TEST_SERVER)
  },
  BUILD_MS,
] as const

/** Serves files as Capacitor does: the files of the app, and its page for every other path. */
const serveFiles = (folder: string, server: string) => async (route: Route) => {
  const { pathname } = new URL(route.request().url())
  const file = extname(pathname) ? join(folder, pathname) : join(folder, 'index.html')
  if (!existsSync(file)) return route.fulfill({ status: 404, body: '' })
  const type = types[extname(file)]
  const bytes = readFileSync(file)
  if (!type || type === 'application/wasm') return route.fulfill({ body: bytes, ...(type && { contentType: type }) })
  const body = bytes
    .toString()
    .replaceAll(SHELL_TEST_SERVER.replace('https', 'wss'), server.replace('http', 'ws'))
    .replaceAll(SHELL_TEST_SERVER, server)
  return route.fulfill({ body, contentType: type })
}

/** Opens Chromium with the shell build at the origin of the app, and with the browser versions of its plugins. */
export const openPhone = async (testServer: BrowserServer, language: Language) => {
  const context: BrowserContext = await (
    await sharedBrowser()
  ).newContext({
    baseURL: SHELL_ORIGIN,
    viewport: viewports.phone,
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    // Chromium treats a fulfilled page as one on the internet, which needs permission to reach this machine.
    permissions: ['local-network-access'],
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const pageErrors = await watchPageErrors(context, SHELL_ORIGIN, testServer.origin)
  await context.route(`${SHELL_ORIGIN}/**`, serveFiles(builtFolder!, testServer.origin))
  return { context, pageErrors, page: await context.newPage() }
}

export type Phone = Awaited<ReturnType<typeof openPhone>>
