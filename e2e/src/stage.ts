import { join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { TemplateName } from '../../apps/server/src/testing/cluster.ts'
import { openTestServer, type TestServerOptions, type Visitor } from '../../apps/server/src/testing/test-server.ts'
import { startWeatherProvider } from '../../apps/server/src/testing/weather-provider.ts'
import { ourBrowser } from './browser.ts'
import { leavePort, poolOf, takePort } from './context-pool.ts'
import { type Faults, watchFaults } from './faults.ts'
import { wordsIn, type Words } from './words.ts'

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
/** Whether the frame has tabs below, as on a phone, or a rail. */
export const hasTabBar = (size: Size): boolean => viewports[size].width < 1024
const locales = { en: 'en-GB', fr: 'fr-FR' } as const satisfies Record<Language, string>

export type Shape = { size: Size; language: Language; say: Words }
/** The four shapes for what depends on the frame and its width: each size once, each language in both frames. */
export const shapes: Shape[] = (
  [
    ['phone', 'fr'],
    ['tablet', 'en'],
    ['wide', 'en'],
    ['tall', 'fr'],
  ] as const
).map(([size, language]) => ({ size, language, say: wordsIn(language) }))
/** Two shapes that differ in everything, for all other journeys. */
export const oppositeShapes = shapes.filter(({ size }) => size === 'phone' || size === 'wide')
/** Those two and the phone in the other language, for journeys that both languages make on a phone. */
export const journeyShapes: Shape[] = [...oppositeShapes, { size: 'phone', language: 'en', say: wordsIn('en') }]

export interface Arrival extends Partial<Omit<Shape, 'say'>> {
  scheme?: 'light' | 'dark'
  /** A demo account that is logged in: `neighbor`, or a full e-mail address. */
  as?: string
  /** A visitor that is logged in, instead of a demo account. */
  by?: Visitor
  community?: string
  stored?: Record<string, unknown>
  context?: BrowserContextOptions
  /** Another browser than the shared one. */
  browser?: Browser
  /** A context that no test has used before: with an empty cache and without service worker. */
  fresh?: boolean
  /**
   * Whether the app prefetches data for offline use; otherwise the browser has data saver on. Default: on servers with
   * a service worker.
   */
  fetchesAhead?: boolean
}

export interface Guest {
  page: Page
  context: BrowserContext
  faults: Faults
}

/** The storage state of a browser that is logged in. */
export const signedIn = (origin: string, visitor: Visitor, stored: Record<string, unknown> = {}) => ({
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

/** Intercepts calls. Also removes the responses embedded in pages, so that the app makes every call itself. */
export const onCall = async (where: Page | BrowserContext, call: RegExp, handle: Handler): Promise<void> => {
  await where.route(
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
  await where.route(call, handle)
}

/** The default timeout: tests check whether something appears, however slow the machine. */
export const PATIENCE_MS = 30_000

/** Turns data saver on, since prefetching is most of the cost of a first visit. */
export const saveData = () =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })

interface StageOptions extends TestServerOptions {
  /** For journeys with the service worker: its calls cannot be intercepted. */
  hasWorker?: boolean
}

/** Starts a real server on a port of its own, with the shared browser in front of it. */
export const openStage = async (
  template: TemplateName = 'demo',
  { hasWorker = false, ...options }: StageOptions = {},
) => {
  const weather = await startWeatherProvider()
  const server = await openTestServer(template, {
    webDir,
    ...options,
    settings: { weather: weather.settings('open-meteo'), ...options.settings },
  })
  weather.now = () => server.platform.clock.now().getTime()
  // A context with the storage of another build must not be reused.
  const isOurApp = !options.webDir
  const origin = await server.app.listen({ port: isOurApp ? takePort() : 0, host: '127.0.0.1' })
  const pool = poolOf(origin)
  const guests: Guest[] = []

  const openContext = async (
    browser: Browser | undefined,
    { size, language, scheme, fetchesAhead }: Required<Pick<Arrival, 'size' | 'language' | 'scheme' | 'fetchesAhead'>>,
    more: BrowserContextOptions,
  ) => {
    const context = await (browser ?? (await ourBrowser())).newContext({
      baseURL: origin,
      viewport: viewports[size],
      locale: locales[language],
      timezoneId: 'Europe/Paris',
      colorScheme: scheme,
      reducedMotion: 'reduce',
      // With data saver the service worker is registered for push notifications only.
      serviceWorkers: hasWorker || !fetchesAhead ? 'allow' : 'block',
      ...more,
    })
    context.setDefaultTimeout(PATIENCE_MS)
    const faults = await watchFaults(context, origin)
    if (!fetchesAhead) await context.addInitScript(saveData)
    return { context, faults }
  }

  const welcome = async ({
    size = 'phone',
    language = 'en',
    scheme = 'light',
    as,
    by,
    community,
    stored = {},
    context: more = {},
    browser,
    fresh = false,
    fetchesAhead = hasWorker,
  }: Arrival = {}): Promise<Guest> => {
    const state = by
      ? signedIn(origin, by, stored)
      : as
        ? signedIn(origin, await server.as(as, community), stored)
        : { cookies: [], origins: [{ origin, localStorage: storedItems(stored) }] }
    const shape = { size, language, scheme, fetchesAhead }
    const isPooled = !fresh && !browser && !more.storageState && !more.baseURL
    const opened = isPooled
      ? await pool.take({ shape: JSON.stringify({ ...shape, hasWorker, ...more }), hasWorker }, state, () =>
          openContext(undefined, shape, more),
        )
      : await openContext(browser, shape, { storageState: state, ...more })
    const guest = { ...opened, page: await opened.context.newPage() }
    guests.push(guest)
    return guest
  }

  /** Takes screenshots of all open pages, for a failed test. */
  const photograph = async (test: string): Promise<void> => {
    const name = test.replace(/[^\p{L}\d]+/gu, '-').slice(0, 60)
    const pages = guests.flatMap(({ context }) => context.pages())
    for (const [n, page] of pages.entries())
      await page.screenshot({ path: join(root, `test-results/${name}-${n}.png`), timeout: 5_000 }).catch(() => {})
  }

  /** Closes all contexts and returns the errors of their pages. */
  const empty = async (): Promise<string[]> => {
    const gone = guests.splice(0)
    const found = gone.flatMap(({ faults }) => faults.found())
    await Promise.all(gone.map(({ context }) => pool.giveBack(context, hasWorker)))
    return found
  }

  return {
    server,
    /** The fake weather provider. */
    weather,
    origin,
    welcome,
    photograph,
    empty,
    async close() {
      await empty()
      await server.close()
      if (isOurApp) leavePort(Number(new URL(origin).port))
      await weather.leave()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
