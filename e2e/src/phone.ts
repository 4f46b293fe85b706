import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import type { BrowserContext, Route } from 'playwright-core'
import { buildShell, SHELL_TEST_SERVER } from '../../scripts/build-web.ts'
import { ourBrowser } from './browser.ts'
import { watchFaults } from './faults.ts'
import { PATIENCE_MS, saveData, type Stage, viewports } from './stage.ts'

/** Where the pages of Android's shells stand. */
export const SHELL = 'https://localhost'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
}

let built: string | undefined
/** How long a busy machine may take to build the shell, in milliseconds. */
const BUILD_MS = 600_000
/** Builds the shell unless that is done: call it before the first test of a file, as it takes longer than a test may. */
export const buildPhone = [
  async () => {
    built ??= await buildShell(SHELL_TEST_SERVER)
  },
  BUILD_MS,
] as const

/** What Capacitor does on a phone: the app's own files, and its page for every address that names none. */
const handOut = (folder: string, server: string) => async (route: Route) => {
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

/** A phone with the app, in Chromium: the build of a shell at a shell's origin, with its plugins' halves for browsers. */
export const openPhone = async (stage: Stage, language: Language) => {
  const context: BrowserContext = await (
    await ourBrowser()
  ).newContext({
    baseURL: SHELL,
    viewport: viewports.phone,
    locale: language === 'fr' ? 'fr-FR' : 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    // a page that is handed out here counts as one from the internet, which asks before it speaks with this machine
    permissions: ['local-network-access'],
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const faults = await watchFaults(context, SHELL, stage.origin)
  await context.addInitScript(saveData)
  await context.route(`${SHELL}/**`, handOut(built!, stage.origin))
  return { context, faults, page: await context.newPage() }
}

export type Phone = Awaited<ReturnType<typeof openPhone>>
