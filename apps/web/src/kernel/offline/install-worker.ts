import { blockRestartWhile, canRestart, watchActivity } from './restart-guard.ts'
import type { RestartQuery, RestoreCaches, TakeOver } from './worker-messages.ts'

export const WORKER_PATH = '/sw.js'
const RESTART_POLL_MS = 15_000
const UPDATE_CHECK_MS = 60 * 60_000
const UPDATE_TIMEOUT_MS = 10_000

const isRestartQuery = (data: unknown): data is RestartQuery =>
  typeof data === 'object' && data !== null && 'isQuiet' in data && data.isQuiet === true

const requestTakeOver = (waiting: ServiceWorker, takeOver: TakeOver['takeOver']) =>
  waiting.postMessage({ takeOver } satisfies TakeOver, [])

const hasLostCaches = async ({ active }: ServiceWorkerRegistration) =>
  active?.state === 'activated' && (await caches.match('/index.html', { ignoreSearch: true })) === undefined

const reloadWhenQuiet = () => {
  if (canRestart()) location.reload()
  else setTimeout(reloadWhenQuiet, RESTART_POLL_MS)
}

/** Fetches pictures again that were loaded before the worker was active, so that the worker caches them. */
const cachePictures = async () => {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const pictures = [...new Set(loaded)].filter(address => address.startsWith(`${location.origin}/media/`))
  for (const address of pictures) await fetch(address, { priority: 'low' }).catch(() => {})
}

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

const isSavingData = () => {
  const { saveData, effectiveType } = (navigator as Navigator & { connection?: Connection }).connection ?? {}
  return saveData === true || effectiveType?.endsWith('2g') === true
}

let isStarted = false

/**
 * Registers the service worker, unless the member saves data. `isBusy` returns whether a restart would interrupt
 * something, such as an upload.
 */
export const installWorker = async (isBusy: () => boolean): Promise<void> => {
  if (import.meta.env.VITE_SERVER || isSavingData()) return
  if (isStarted || !('serviceWorker' in navigator)) return
  isStarted = true
  const { serviceWorker } = navigator
  watchActivity()
  blockRestartWhile(isBusy)
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (isRestartQuery(data)) ports[0]?.postMessage(canRestart())
  })
  let hasWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // A page that an older worker controlled belongs to the previous version and must reload.
    if (hasWorker) return reloadWhenQuiet()
    hasWorker = true
    void cachePictures()
  })
  const registration = await serviceWorker.register(WORKER_PATH)
  // The browser does not install the same worker again, so a message asks the active one to fill its caches again.
  if (await hasLostCaches(registration))
    registration.active!.postMessage({ storeAgain: true } satisfies RestoreCaches, [])
  setInterval(() => {
    if (registration.waiting && canRestart()) requestTakeOver(registration.waiting, 'quietly')
  }, RESTART_POLL_MS)
  setInterval(() => void checkForUpdate(), UPDATE_CHECK_MS)
}

export const checkForUpdate = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => {})
}

const whenInstalled = (worker: ServiceWorker) =>
  new Promise<void>(done => {
    const checkState = () => {
      if (worker.state !== 'installing') done()
    }
    worker.addEventListener('statechange', checkState)
    checkState()
  })

/** Reloads the page, with the newest version if it can be activated soon. */
export const restart = async (): Promise<void> => {
  const activateUpdate = async () => {
    await checkForUpdate()
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration?.installing) await whenInstalled(registration.installing)
    if (!registration?.waiting) return
    const controllerChanged = new Promise(done => {
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    })
    requestTakeOver(registration.waiting, 'now')
    await controllerChanged
  }
  const timeout = new Promise<void>(done => {
    setTimeout(done, UPDATE_TIMEOUT_MS)
  })
  await Promise.race([activateUpdate().catch(() => {}), timeout])
  location.reload()
}
