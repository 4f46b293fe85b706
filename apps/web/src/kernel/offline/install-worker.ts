import { holdRestart, isQuiet, watchQuiet } from './quiet.ts'
import type { AskQuiet, StoreAgain, TakeOver } from './worker-messages.ts'

export const WORKER = '/sw.js'
/** How often it is looked whether a newer version that waits may take over, milliseconds. */
const LOOK_MS = 15_000
/** How often an open app asks for a newer version, milliseconds. */
const ASK_MS = 60 * 60_000
/** After this a restart does not wait for the newer version to be stored, milliseconds. */
const MOST_WAIT_MS = 10_000

const isAsked = (data: unknown): data is AskQuiet =>
  typeof data === 'object' && data !== null && 'isQuiet' in data && data.isQuiet === true

const askToTakeOver = (waiting: ServiceWorker, takeOver: TakeOver['takeOver']) =>
  waiting.postMessage({ takeOver } satisfies TakeOver, [])

/** The system has emptied its caches and left the worker. */
const isEmptied = async ({ active }: ServiceWorkerRegistration) =>
  active?.state === 'activated' && (await caches.match('/index.html', { ignoreSearch: true })) === undefined

const reloadWhenQuiet = () => {
  if (isQuiet()) location.reload()
  else setTimeout(reloadWhenQuiet, LOOK_MS)
}

/** What was shown before the worker was there passes through it once more, from the browser's own cache mostly. */
const storePictures = async () => {
  const seen = performance.getEntriesByType('resource').map(({ name }) => name)
  const pictures = [...new Set(seen)].filter(address => address.startsWith(`${location.origin}/media/`))
  for (const address of pictures) await fetch(address, { priority: 'low' }).catch(() => {})
}

let isInstalled = false

/**
 * Lets the app open without a network from now on, and take newer versions when nobody is in the middle of anything.
 * Called once nothing else is waited for. `isBusy` says whether something is on its way that a restart would cut off.
 */
export const installWorker = async (isBusy: () => boolean): Promise<void> => {
  // an app has its files by itself
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
    // a page that has had one before belongs to the version before, and begins anew with this one
    if (hasWorker) return reloadWhenQuiet()
    hasWorker = true
    void storePictures()
  })
  const registration = await serviceWorker.register(WORKER)
  // to register it anew would do nothing: it is the same one
  if (await isEmptied(registration)) registration.active!.postMessage({ storeAgain: true } satisfies StoreAgain, [])
  setInterval(() => {
    if (registration.waiting && isQuiet()) askToTakeOver(registration.waiting, 'quietly')
  }, LOOK_MS)
  setInterval(() => void askForNewer(), ASK_MS)
}

/** Asks whether the server has a newer version of the app. */
export const askForNewer = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  // what cannot be asked now is asked at the next occasion
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

/** Starts the app anew, in its newest version where that can be had soon. */
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
