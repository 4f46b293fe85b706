import { join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { TemplateName } from '../../apps/server/src/testing/cluster.ts'
import {
  openTestServer,
  type TestServer,
  type TestServerOptions,
  type Visitor,
} from '../../apps/server/src/testing/test-server.ts'
import { startWeatherProvider } from '../../apps/server/src/testing/weather-provider.ts'
import { sharedBrowser } from './browser.ts'
import { releasePort, poolOf, acquirePort } from './context-pool.ts'
import { type PageErrors, watchPageErrors } from './page-errors.ts'
import { translator, type Translate } from './translate.ts'

export const root = join(import.meta.dirname, '../..')
export const webDir = join(root, 'apps/web/dist')

export const viewports = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  wide: { width: 1280, height: 800 },
  tall: { width: 1280, height: 1400 },
} as const
export type Size = keyof typeof viewports
export const sizes = Object.keys(viewports) as Size[]
export const hasTabBar = (size: Size): boolean => viewports[size].width < 1024
const locales = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>

export type Shape = { size: Size; language: Language; t: Translate }
/** Four shapes for tests of the layout: each size once, each language with the tab bar and with the rail. */
export const shapes: Shape[] = (
  [
    ['phone', 'fr'],
    ['tablet', 'en'],
    ['wide', 'en'],
    ['tall', 'fr'],
  ] as const
).map(([size, language]) => ({ size, language, t: translator(language) }))
/** Two shapes that differ in size, navigation and language, for all other tests. */
export const oppositeShapes = shapes.filter(({ size }) => size === 'phone' || size === 'wide')
/** `oppositeShapes` and the phone in English, for tests that run in both languages on a phone. */
export const journeyShapes: Shape[] = [...oppositeShapes, { size: 'phone', language: 'en', t: translator('en') }]

export interface PageOptions extends Partial<Omit<Shape, 't'>> {
  scheme?: 'light' | 'dark'
  /** The demo account that is logged in on the page: its short name, such as `neighbor`, or a full e-mail address. */
  as?: string
  /** The test client whose session the page uses, instead of that of a demo account. */
  by?: Visitor
  community?: string
  storedValues?: Record<string, unknown>
  context?: BrowserContextOptions
  browser?: Browser
  /** Uses a new browser context, with an empty cache and without a service worker. */
  fresh?: boolean
}

export interface Visit {
  page: Page
  context: BrowserContext
  pageErrors: PageErrors
}

/** The Playwright storage state of a browser that is logged in. */
export const loggedInState = (origin: string, visitor: Visitor, stored: Record<string, unknown> = {}) => ({
  cookies: [...visitor.cookies].map(([name, value]) => ({
    name,
    value,
    domain: new URL(origin).hostname,
    path: '/',
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax' as const,
  })),
  origins: [{ origin, localStorage: storedItems({ strategy: 'local', ...stored }) }],
})

const storedItems = (stored: Record<string, unknown>) =>
  Object.entries(stored).map(([name, value]) => ({ name, value: JSON.stringify(value) }))

type Handler = Parameters<Page['route']>[1]

/** Intercepts API calls. Also removes the responses embedded in pages, so that the app makes every call itself. */
export const interceptCalls = async (
  target: Page | BrowserContext,
  urlPattern: RegExp,
  handler: Handler,
): Promise<void> => {
  await target.route(
    url => !url.pathname.includes('.') && !isApiPath(url.pathname),
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const body = await response.text()
      await route.fulfill({
        response,
        body: body.replace(/<script type="application\/json"[^>]* id="first-answers">.*?<\/script>/, ''),
      })
    },
  )
  await target.route(urlPattern, handler)
}

/** The default timeout. It is long, since tests check whether something appears, not how fast. */
export const TIMEOUT_MS = 30_000

/** Turns data saver on, so that the app registers the service worker for push notifications only. */
const enableDataSaver = () =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })

interface BrowserServerOptions extends TestServerOptions {
  /** Allows the service worker. Tests cannot intercept the calls that it makes. */
  hasWorker?: boolean
}

interface VisitedServer {
  server: TestServer
  origin: string
  hasWorker: boolean
}

/** Opens a new context with a log of the errors of its pages. */
const openContext = async (
  { origin, hasWorker }: VisitedServer,
  browser: Browser | undefined,
  { size, language, scheme }: Required<Pick<PageOptions, 'size' | 'language' | 'scheme'>>,
  contextOptions: BrowserContextOptions,
) => {
  const context = await (browser ?? (await sharedBrowser())).newContext({
    baseURL: origin,
    viewport: viewports[size],
    locale: locales[language],
    timezoneId: 'Europe/Paris',
    colorScheme: scheme,
    reducedMotion: 'reduce',
    ...contextOptions,
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const pageErrors = await watchPageErrors(context, origin)
  if (!hasWorker) await context.addInitScript(enableDataSaver)
  return { context, pageErrors }
}

const stateOf = async ({ server, origin }: VisitedServer, { as, by, community, storedValues = {} }: PageOptions) =>
  by
    ? loggedInState(origin, by, storedValues)
    : as
      ? loggedInState(origin, await server.as(as, community), storedValues)
      : { cookies: [], origins: [{ origin, localStorage: storedItems(storedValues) }] }

/** Opens pages on a server, in pooled contexts where possible, and closes all of them together. */
const createVisits = (visited: VisitedServer) => {
  const { origin, hasWorker } = visited
  const pool = poolOf(origin)
  const visits: Visit[] = []
  return {
    async newPage(options: PageOptions = {}): Promise<Visit> {
      const { size = 'phone', language = 'en', scheme = 'light' } = options
      const { context: contextOptions = {}, browser, fresh = false } = options
      const state = await stateOf(visited, options)
      const shape = { size, language, scheme }
      const isPooled = !fresh && !browser && !contextOptions.storageState && !contextOptions.baseURL
      const opened = isPooled
        ? await pool.acquire(
            { shape: JSON.stringify({ ...shape, hasWorker, ...contextOptions }), hasWorker },
            state,
            () => openContext(visited, undefined, shape, contextOptions),
          )
        : await openContext(visited, browser, shape, { storageState: state, ...contextOptions })
      const visit = { ...opened, page: await opened.context.newPage() }
      visits.push(visit)
      return visit
    },

    async takeScreenshots(test: string): Promise<void> {
      const name = test.replace(/[^\p{L}\d]+/gu, '-').slice(0, 60)
      const pages = visits.flatMap(({ context }) => context.pages())
      for (const [n, page] of pages.entries())
        await page.screenshot({ path: join(root, `test-results/${name}-${n}.png`), timeout: 5_000 }).catch(() => {})
    },

    /** Closes all contexts and returns the errors of their pages. */
    async closeAll(): Promise<string[]> {
      const closing = visits.splice(0)
      const found = closing.flatMap(({ pageErrors }) => pageErrors.unexpectedErrors())
      await Promise.all(closing.map(({ context }) => pool.release(context, hasWorker)))
      return found
    },
  }
}

export const openBrowserServer = async (
  template: TemplateName = 'demo',
  { hasWorker = false, ...options }: BrowserServerOptions = {},
) => {
  const weather = await startWeatherProvider()
  const server = await openTestServer(template, {
    webDir,
    ...options,
    settings: { weather: weather.settings('open-meteo'), ...options.settings },
  })
  weather.now = () => server.platform.clock.now().getTime()
  // A reused port lets tests reuse the contexts of its origin, which have stored the files of the shared build.
  const isSharedBuild = !options.webDir
  const origin = await server.app.listen({ port: isSharedBuild ? acquirePort() : 0, host: '127.0.0.1' })
  const visits = createVisits({ server, origin, hasWorker })
  return {
    server,
    weather,
    origin,
    ...visits,
    async close() {
      await visits.closeAll()
      await server.close()
      if (isSharedBuild) releasePort(Number(new URL(origin).port))
      await weather.stop()
    },
  }
}

export type BrowserServer = Awaited<ReturnType<typeof openBrowserServer>>
