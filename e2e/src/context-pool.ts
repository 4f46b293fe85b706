import type { BrowserContext, Page } from 'playwright-core'
import type { PageErrors } from './page-errors.ts'

export interface VisitorState {
  cookies: Parameters<BrowserContext['addCookies']>[0][number][]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

interface OpenedContext {
  context: BrowserContext
  pageErrors: PageErrors
}
interface PooledContext extends OpenedContext {
  shape: string
  /** A page of the origin that is kept open to reach its storage and to keep the renderer process alive. */
  anchor: Page
  isChanged: boolean
}

/** Calls that change a context for good: a context on which a test has made such a call is not reused. */
const CONTEXT_MUTATORS = [
  'addInitScript',
  'close',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const CLOCK_MUTATORS = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const
const APP_CACHE_PREFIX = 'workbox-precache'
/**
 * Time limit for cleaning a context. It takes a second or two on a busy machine; a browser that stops responding for
 * one context (seen once in some ten thousand) leaves the others intact.
 */
const CLEANING_TIMEOUT_MS = 30_000
/** Idle contexts beyond this number are closed, least recently used first: each has a process of its own. */
const MAX_IDLE = 8

const onCallOf = <T extends object>(target: T, names: readonly (keyof T)[], onChange: () => void) => {
  for (const name of names) {
    const original = target[name] as (...args: unknown[]) => unknown
    target[name] = ((...args: unknown[]) => {
      onChange()
      return original.apply(target, args)
    }) as T[typeof name]
  }
}

const openAnchor = async (context: BrowserContext) => {
  const page = await context.newPage()
  await page.goto('/healthz')
  return page
}

const createPooled = async (shape: string, open: () => Promise<OpenedContext>): Promise<PooledContext> => {
  const { context, pageErrors } = await open()
  const pooled: PooledContext = { shape, context, pageErrors, anchor: await openAnchor(context), isChanged: false }
  const onChange = () => {
    pooled.isChanged = true
  }
  onCallOf(context, CONTEXT_MUTATORS, onChange)
  onCallOf(context.clock, CLOCK_MUTATORS, onChange)
  return pooled
}

interface Cleaning {
  origin: string
  hasWorker: boolean
  timeoutMs: number
}

/** Calls `onStep` with the name of each step before it begins. */
const cleanContext = async (
  pooled: PooledContext,
  { origin, hasWorker }: Cleaning,
  onStep: (name: string) => void,
): Promise<void> => {
  const { context } = pooled
  onStep('setOffline')
  await context.setOffline(false)
  onStep('unrouteAll')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  onStep('page.close')
  await Promise.all(context.pages().map(page => (page === pooled.anchor ? undefined : page.close())))
  onStep('newPage')
  if (pooled.anchor.isClosed()) pooled.anchor = await openAnchor(context)
  onStep('clearCookies')
  await context.clearCookies()
  onStep('newCDPSession')
  const devtools = await context.newCDPSession(pooled.anchor)
  if (hasWorker) {
    onStep('ServiceWorker.stopAllWorkers')
    // A running service worker would remember the former visitor.
    await devtools.send('ServiceWorker.enable')
    await devtools.send('ServiceWorker.stopAllWorkers')
    await pooled.anchor.evaluate(async stored => {
      const others = (await caches.keys()).filter(name => !name.startsWith(stored))
      await Promise.all(others.map(name => caches.delete(name)))
    }, APP_CACHE_PREFIX)
  }
  onStep('Storage.clearDataForOrigin')
  const storageTypes = hasWorker ? 'file_systems,indexeddb,local_storage' : 'all'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.detach()
}

/** Cleans a context. If that takes too long, logs the step at which the browser stopped, and returns false. */
const tryToClean = async (pooled: PooledContext, cleaning: Cleaning): Promise<boolean> => {
  let at = ''
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<false>(resolve => {
    timer = setTimeout(resolve, cleaning.timeoutMs, false)
  })
  const cleaned = cleanContext(pooled, cleaning, name => {
    at = name
  }).then(() => true)
  const isDone = await Promise.race([cleaned, timedOut]).finally(() => clearTimeout(timer))
  if (isDone) return true
  cleaned.catch(() => {})
  console.warn(
    `A browser context was not cleaned within ${cleaning.timeoutMs} ms and is not used again; its last step: ${at}`,
  )
  return false
}

/**
 * A pool of browser contexts for tests of one origin: a new context took 2.0 s and 2.4 CPU seconds, a new page 0.9 s
 * and 1.2 CPU seconds, and a service worker takes 12 s to store the app. Cleaning removes what a test left, except the
 * HTTP cache and, with `hasWorker`, the service worker.
 */
export const createContextPool = (origin: string, cleaningTimeoutMs = CLEANING_TIMEOUT_MS) => {
  const all = new Map<BrowserContext, PooledContext>()
  const idle: PooledContext[] = []
  const close = async ({ context }: PooledContext) => {
    all.delete(context)
    await context.close()
  }
  return {
    async acquire(
      { shape, hasWorker }: { shape: string; hasWorker: boolean },
      state: VisitorState,
      open: () => Promise<OpenedContext>,
    ): Promise<OpenedContext> {
      // Contexts of a crashed browser cannot be reused.
      const at = idle.findIndex(one => one.shape === shape && one.context.browser()?.isConnected())
      const pooled = at === -1 ? await createPooled(shape, open) : idle.splice(at, 1)[0]!
      const { context, pageErrors, anchor } = pooled
      all.set(context, pooled)
      pageErrors.reset()
      await context.addCookies(state.cookies)
      const items = state.origins.flatMap(({ localStorage }) => localStorage)
      await anchor.evaluate(args => {
        for (const { name, value } of args) localStorage.setItem(name, value)
      }, items)
      // The service worker must not count the anchor among the pages that it controls.
      if (hasWorker) await anchor.close()
      return { context, pageErrors }
    },
    /** Cleans a pooled context for the next test if it is reusable, else closes it. */
    async release(context: BrowserContext, hasWorker: boolean): Promise<void> {
      const pooled = all.get(context)
      if (!pooled) return context.close()
      if (pooled.isChanged || !context.browser()?.isConnected()) return close(pooled)
      if (!(await tryToClean(pooled, { origin, hasWorker, timeoutMs: cleaningTimeoutMs }))) {
        all.delete(context)
        context.close().catch(() => {})
        return
      }
      idle.push(pooled)
      if (idle.length > MAX_IDLE) await close(idle.shift()!)
    },
  }
}

export type ContextPool = ReturnType<typeof createContextPool>

const pools = new Map<string, ContextPool>()
/** Ports of closed servers: the next server reuses a port, so that its visitors reuse the contexts of that origin. */
const ports: number[] = []

export const acquirePort = (): number => ports.pop() ?? 0
export const releasePort = (port: number): void => {
  ports.push(port)
}

export const poolOf = (origin: string): ContextPool => {
  const pool = pools.get(origin) ?? createContextPool(origin)
  pools.set(origin, pool)
  return pool
}
