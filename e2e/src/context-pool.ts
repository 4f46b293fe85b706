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
  /** A page of the origin that reaches its storage; what shows it keeps the renderer process. */
  anchor: Page
  isChanged: boolean
}

/** What changes a context for good: one that a test has called these on is not used again. */
const CHANGES_CONTEXT = [
  'addInitScript',
  'close',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const CHANGES_CLOCK = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const
/** Where the service worker has stored the files of the app. */
const STORED_APP = 'workbox-precache'
/**
 * How long a context may take to be cleaned. It is a second or two on a busy machine; a browser that answers no more to
 * one context (seen once in some ten thousand) leaves the others as they are.
 */
const CLEANING_MS = 30_000
/** More contexts than these are closed, those first that were used least lately: each has a process of its own. */
const MOST_IDLE = 8

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
 * Contexts of one origin that tests use after each other. A new one with its first page took 2.0 s and 2.4
 * processor-seconds, a new page in one that is there 0.9 s and 1.2; until its service worker has stored the app, 12 s
 * pass. What a test leaves (pages, cookies, storage, routes) is taken away in between; the cache of files stays, and so
 * does an installed worker with the app that it has stored, where `hasWorker` says so.
 */
export const createContextPool = (origin: string, cleaningMs = CLEANING_MS) => {
  const all = new Map<BrowserContext, Pooled>()
  const idle: Pooled[] = []

  const openAnchor = async (context: BrowserContext) => {
    const page = await context.newPage()
    await page.goto('/healthz')
    return page
  }
  const close = async ({ context }: Pooled) => {
    all.delete(context)
    await context.close()
  }
  const start = async (shape: string, open: () => Promise<Opened>): Promise<Pooled> => {
    const { context, faults } = await open()
    const pooled: Pooled = { shape, context, faults, anchor: await openAnchor(context), isChanged: false }
    const note = () => {
      pooled.isChanged = true
    }
    watch(context, CHANGES_CONTEXT, note)
    watch(context.clock, CHANGES_CLOCK, note)
    all.set(context, pooled)
    return pooled
  }

  const clean = async (pooled: Pooled, hasWorker: boolean, step: (name: string) => void) => {
    const { context } = pooled
    step('setOffline')
    await context.setOffline(false)
    step('unrouteAll')
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    step('page.close')
    await Promise.all(context.pages().map(page => (page === pooled.anchor ? undefined : page.close())))
    step('newPage')
    if (pooled.anchor.isClosed()) pooled.anchor = await openAnchor(context)
    step('clearCookies')
    await context.clearCookies()
    step('newCDPSession')
    const devtools = await context.newCDPSession(pooled.anchor)
    if (hasWorker) {
      step('ServiceWorker.stopAllWorkers')
      // it keeps nothing in mind of whom it worked for
      await devtools.send('ServiceWorker.enable')
      await devtools.send('ServiceWorker.stopAllWorkers')
      await pooled.anchor.evaluate(async stored => {
        const others = (await caches.keys()).filter(name => !name.startsWith(stored))
        await Promise.all(others.map(name => caches.delete(name)))
      }, STORED_APP)
    }
    step('Storage.clearDataForOrigin')
    const storageTypes = hasWorker ? 'file_systems,indexeddb,local_storage' : 'all'
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
    await devtools.detach()
  }
  /** Whether it came to an end; where not, the command's log says at which step the browser stayed silent. */
  const isCleaned = async (pooled: Pooled, hasWorker: boolean): Promise<boolean> => {
    let at = ''
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>(resolve => {
      timer = setTimeout(resolve, cleaningMs, false)
    })
    const cleaned = clean(pooled, hasWorker, name => {
      at = name
    }).then(() => true)
    const isDone = await Promise.race([cleaned, late]).finally(() => clearTimeout(timer))
    if (isDone) return true
    cleaned.catch(() => {})
    console.warn(
      `A browser context was not cleaned within ${cleaningMs} ms and is not used again; its last step: ${at}`,
    )
    return false
  }

  return {
    /** A context of this shape with the state of a visitor, as if no test had used it. */
    async take(
      { shape, hasWorker }: { shape: string; hasWorker: boolean },
      state: VisitorState,
      open: () => Promise<Opened>,
    ): Promise<Opened> {
      // those of a browser that crashed are gone with it
      const at = idle.findIndex(one => one.shape === shape && one.context.browser()?.isConnected())
      const { context, faults, anchor } = at === -1 ? await start(shape, open) : idle.splice(at, 1)[0]!
      faults.reset()
      await context.addCookies(state.cookies)
      const items = state.origins.flatMap(({ localStorage }) => localStorage)
      await anchor.evaluate(given => {
        for (const { name, value } of given) localStorage.setItem(name, value)
      }, items)
      // a worker counts the pages that it serves
      if (hasWorker) await anchor.close()
      return { context, faults }
    },
    /** What a test has done with: one of the pool is cleaned for the next, every other one is closed. */
    async giveBack(context: BrowserContext, hasWorker: boolean): Promise<void> {
      const pooled = all.get(context)
      if (!pooled) return context.close()
      if (pooled.isChanged || !context.browser()?.isConnected()) return close(pooled)
      if (!(await isCleaned(pooled, hasWorker))) {
        all.delete(context)
        context.close().catch(() => {})
        return
      }
      idle.push(pooled)
      if (idle.length > MOST_IDLE) await close(idle.shift()!)
    },
  }
}

export type ContextPool = ReturnType<typeof createContextPool>

const pools = new Map<string, ContextPool>()
/** Ports that a server has left: the next one listens there, so that its visitors come in contexts of the one before. */
const ports: number[] = []

/** A port for a server whose app is the one of all; 0, any, where none was left. */
export const takePort = (): number => ports.pop() ?? 0
export const leavePort = (port: number): void => {
  ports.push(port)
}

/** The contexts of an origin; they go with the browser. */
export const poolOf = (origin: string): ContextPool => {
  const pool = pools.get(origin) ?? createContextPool(origin)
  pools.set(origin, pool)
  return pool
}
