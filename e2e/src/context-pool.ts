import type { BrowserContext, Page } from 'playwright-core'
import type { Faults } from './faults.ts'

/** What a visitor brings along: as Playwright's `storageState`. */
export interface VisitorState {
  cookies: Parameters<BrowserContext['addCookies']>[0][number][]
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

interface Opened {
  context: BrowserContext
  faults: Faults
}
interface Pooled extends Opened {
  shape: string
  /** Stays open between tests: it keeps the renderer process, and reaches the storage of the origin. */
  anchor: Page
  isChanged: boolean
}

/** What changes a context for good: one that a test has called these on is not used again. */
const CHANGES_CONTEXT = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'setOffline',
] as const
const CHANGES_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

const watch = <T extends object>(target: T, names: readonly (keyof T)[], note: () => void) => {
  for (const name of names) {
    const real = target[name] as (...given: unknown[]) => unknown
    target[name] = ((...given: unknown[]) => {
      note()
      return real.apply(target, given)
    }) as T[typeof name]
  }
}

/**
 * Contexts that tests of one server use after each other. A new one with its first page took 2.0 s and 2.4
 * processor-seconds, a new page in one that is there 0.9 s and 1.2. What a test leaves (pages, cookies, storage, routes)
 * is taken away in between; the cache of files stays.
 */
export const createContextPool = (origin: string) => {
  const all = new Map<BrowserContext, Pooled>()
  const idle: Pooled[] = []

  const start = async (shape: string, open: () => Promise<Opened>): Promise<Pooled> => {
    const { context, faults } = await open()
    const anchor = await context.newPage()
    await anchor.goto('/healthz')
    const pooled: Pooled = { shape, context, faults, anchor, isChanged: false }
    const note = () => {
      pooled.isChanged = true
    }
    watch(context, CHANGES_CONTEXT, note)
    watch(context.clock, CHANGES_CLOCK, note)
    all.set(context, pooled)
    return pooled
  }

  const clean = async ({ context, anchor }: Pooled) => {
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(context.pages().map(page => (page === anchor ? undefined : page.close())))
    await context.clearCookies()
    const devtools = await context.newCDPSession(anchor)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devtools.detach()
  }

  return {
    /** A context of this shape with the state of a visitor, as if no test had used it. */
    async take(shape: string, state: VisitorState, open: () => Promise<Opened>): Promise<Opened> {
      const at = idle.findIndex(one => one.shape === shape)
      const { context, faults, anchor } = at === -1 ? await start(shape, open) : idle.splice(at, 1)[0]!
      faults.reset()
      await context.addCookies(state.cookies)
      const items = state.origins.flatMap(({ localStorage }) => localStorage)
      await anchor.evaluate(given => {
        for (const { name, value } of given) localStorage.setItem(name, value)
      }, items)
      return { context, faults }
    },
    /** What a test has done with: one of the pool is cleaned for the next, every other one is closed. */
    async giveBack(context: BrowserContext): Promise<void> {
      const pooled = all.get(context)
      if (!pooled || pooled.isChanged || !context.browser()?.isConnected()) {
        all.delete(context)
        return context.close()
      }
      await clean(pooled)
      idle.push(pooled)
    },
    async close(): Promise<void> {
      await Promise.all([...all.keys()].map(context => context.close()))
      all.clear()
      idle.length = 0
    },
  }
}
