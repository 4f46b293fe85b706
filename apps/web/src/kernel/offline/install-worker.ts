import { holdRestart, isQuiet, watchQuiet } from './quiet.ts'
import type { AskQuiet, StoreAgain, TakeOver } from './worker-messages.ts'

export const WORKER = '/sw.js'
const LOOK_MS = 15_000
const ASK_MS = 60 * 60_000
/** How long a restart waits for the newer version to be stored, in milliseconds. */
const MOST_WAIT_MS = 10_000

const isAsked = (data: unknown): data is AskQuiet =>
  typeof data === 'object' && data !== null && 'isQuiet' in data && data.isQuiet === true

const askToTakeOver = (waiting: ServiceWorker, takeOver: TakeOver['takeOver']) =>
  waiting.postMessage({ takeOver } satisfies TakeOver, [])

/** Whether the system has evicted the caches but kept the worker. */
const isEmptied = async ({ active }: ServiceWorkerRegistration) =>
  active?.state === 'activated' && (await caches.match('/index.html', { ignoreSearch: true })) === undefined

const reloadWhenQuiet = () => {
  if (isQuiet()) location.reload()
  else setTimeout(reloadWhenQuiet, LOOK_MS)
}

/** Fetches the pictures shown before the worker was active again, so that it stores them. */
const storePictures = async () => {
  const seen = performance.getEntriesByType('resource').map(({ name }) => name)
  const pictures = [...new Set(seen)].filter(address => address.startsWith(`${location.origin}/media/`))
  for (const address of pictures) await fetch(address, { priority: 'low' }).catch(() => {})
}

let isInstalled = false

/** Registers the service worker. `isBusy` says whether a restart would cut off something in flight. */
export const installWorker = async (isBusy: () => boolean): Promise<void> => {
  if (import.meta.env.VITE_SERVER) return
  if (isInstalled || !('serviceWorker' in navigator)) return
  isInstalled = true
  const { serviceWorker } = navigator
  watchQuiet()
  holdRestart(isBusy)
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (isAsked(data)) ports[0]?.postMessage(isQuiet())
  })
  let hasWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // A page that had a worker before belongs to the previous version and must reload.
    if (hasWorker) return reloadWhenQuiet()
    hasWorker = true
    void storePictures()
  })
  const registration = await serviceWorker.register(WORKER)
  // Registering again would do nothing, as it is the same worker.
  if (await isEmptied(registration)) registration.active!.postMessage({ storeAgain: true } satisfies StoreAgain, [])
  setInterval(() => {
    if (registration.waiting && isQuiet()) askToTakeOver(registration.waiting, 'quietly')
  }, LOOK_MS)
  setInterval(() => void askForNewer(), ASK_MS)
}

export const askForNewer = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  // A failed check is repeated at the next occasion.
  await registration?.update().catch(() => {})
}

const stored = (worker: ServiceWorker) =>
  new Promise<void>(done => {
    const look = () => {
      if (worker.state !== 'installing') done()
    }
    worker.addEventListener('statechange', look)
    look()
  })

/** Reloads the app, in its newest version if that can be had soon. */
export const restart = async (): Promise<void> => {
  const renew = async () => {
    await askForNewer()
    const registration = await navigator.serviceWorker?.getRegistration()
    if (registration?.installing) await stored(registration.installing)
    if (!registration?.waiting) return
    const tookOver = new Promise(done => {
      navigator.serviceWorker.addEventListener('controllerchange', done, { once: true })
    })
    askToTakeOver(registration.waiting, 'now')
    await tookOver
  }
  const late = new Promise<void>(done => {
    setTimeout(done, MOST_WAIT_MS)
  })
  await Promise.race([renew().catch(() => {}), late])
  location.reload()
}
