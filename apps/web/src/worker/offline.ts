import type { mediaWidths } from '@parvis/contract/media.ts'
import { isApiPath } from '@parvis/contract/paths.ts'
import { cacheNames, clientsClaim } from 'workbox-core'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import {
  addPlugins,
  addRoute,
  getCacheKeyForURL,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import {
  type ForgetPictures,
  MEMBER_CACHE,
  PICTURES_CACHE,
  type RestoreCaches,
  type TakeOver,
} from '../kernel/offline/worker-messages.ts'
import { askPage, findOpenPages } from './open-pages.ts'

declare const self: ServiceWorkerGlobalScope
declare const PRECACHE: PrecacheEntry[]
/** The files of the app: `build/service-worker.ts` replaces each use of `PRECACHE` by this list. */
const appFiles = PRECACHE

const PAGE = '/index.html'
const PAGE_TIMEOUT_MS = 1_000
const PICTURE_TIMEOUT_S = 4
const MAX_PICTURES = 500
const MAX_OTHER_FILES = 80

/** Repeats `WELCOME_PDF`, because importing it would bundle the schemas of the contract into the worker. */
const welcomePdf = /^\/communities\/[^/]+\/welcome\.pdf$/

const isMemberSignedIn = () => caches.has(MEMBER_CACHE)

const assetStrategy = () =>
  new CacheFirst({
    cacheName: 'parvis-files',
    plugins: [new ExpirationPlugin({ maxEntries: MAX_OTHER_FILES, purgeOnQuotaError: true })],
  })

const pictureSizes = ['full', 'card', 'thumb'] satisfies (keyof typeof mediaWidths)[]

const findOtherSize = async ({ url }: Request): Promise<Response | undefined> => {
  for (const size of pictureSizes) {
    // `caches.match` instead of `caches.open`, which would create a missing cache.
    const found = await caches.match(new URL(size, url).href, { cacheName: PICTURES_CACHE })
    if (found) return found
  }
}

/** Network first, because a cached picture must not be shown to a person who may no longer see it. */
const pictureStrategy = () =>
  new NetworkFirst({
    cacheName: PICTURES_CACHE,
    networkTimeoutSeconds: PICTURE_TIMEOUT_S,
    plugins: [
      {
        cacheWillUpdate: async ({ response }) =>
          response.status === 200 && (await isMemberSignedIn()) ? response : null,
        handlerDidError: ({ request }) => findOtherSize(request),
      },
      new ExpirationPlugin({ maxEntries: MAX_PICTURES, purgeOnQuotaError: true }),
      {
        // Deletes all cached pictures if the member has logged out in the meantime.
        cacheDidUpdate: async ({ cacheName }) => {
          if (await isMemberSignedIn()) return
          await Promise.all([caches.delete(cacheName), clearPictureAges()])
        },
      },
    ],
  })

/** The table of expiration times contains the URLs of pictures, so it is deleted together with the pictures. */
const clearPictureAges = () => new CacheExpiration(PICTURES_CACHE, { maxEntries: MAX_PICTURES }).delete()

/** Shown if the app itself is not cached either, because the system has evicted the caches. */
const unavailablePage = () =>
  new Response(
    [
      '<!doctype html><html lang="en"><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width"><title>Parvis</title>',
      '<p lang="fr">Parvis ne s’ouvre pas. Vérifiez votre connexion. <a href="">Recharger la page</a></p>',
      '<p>Parvis does not open. Check your connection. <a href="">Reload the page</a></p>',
      '<script>addEventListener("online", () => location.reload())</script></html>',
    ].join(''),
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } },
  )

const cachedPage = async () => {
  const page = await matchPrecache(PAGE)
  if (!page) return unavailablePage()
  const html = (await page.text()).replace('<html', '<html data-offline')
  return new Response(html, { headers: page.headers })
}

const isGatewayError = ({ status }: Response) => status === 502 || status === 504

const openPage = async (request: Request, preload: Promise<Response | undefined>): Promise<Response> => {
  const serverPage = preload.then(page => page ?? fetch(request))
  const timeout = async () => {
    if (!(await isMemberSignedIn())) return serverPage
    return new Promise<null>(done => {
      setTimeout(done, PAGE_TIMEOUT_MS, null)
    })
  }
  try {
    const page = await Promise.race([serverPage, timeout()])
    return !page || isGatewayError(page) ? await cachedPage() : page
  } catch {
    return cachedPage()
  }
}

const handlePage = (event: FetchEvent) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  const { pathname } = new URL(request.url)
  if (isApiPath(pathname) || pathname === PAGE) return
  const preload = event.preloadResponse as Promise<Response | undefined>
  event.waitUntil(preload.catch(() => {}))
  event.respondWith(openPage(request, preload))
}

const takeOver = async ({ takeOver: mode }: TakeOver) => {
  const pages = mode === 'now' ? [] : await findOpenPages()
  const answers = await Promise.all(pages.map(page => askPage(page, { isQuiet: true })))
  if (answers.every(Boolean)) await self.skipWaiting()
}

/** Stores missing files again, the page last, so that a stored page implies that all files are stored. */
const storeMissingFiles = async () => {
  const cache = await caches.open(cacheNames.precache)
  const store = async ({ url }: PrecacheEntry) => {
    const key = getCacheKeyForURL(url)!
    if (!(await cache.match(key))) await cache.add(key)
  }
  await Promise.all(appFiles.filter(({ url }) => url !== PAGE).map(store))
  await Promise.all(appFiles.filter(({ url }) => url === PAGE).map(store))
}

const hasKey = <T extends object>(data: unknown, name: keyof T): data is T =>
  typeof data === 'object' && data !== null && name in data

/** Call it when the worker starts. A newer worker waits until no page is busy: open pages need the old files. */
export const serveOffline = (): void => {
  addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { priority: 'low' }) }])
  precache(appFiles)
  addRoute({ directoryIndex: '', cleanURLs: false })
  clientsClaim()
  registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'), assetStrategy())
  // The welcome PDF is available offline too, and deleted together with the pictures.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && (url.pathname.startsWith('/media/') || welcomePdf.test(url.pathname)),
    pictureStrategy(),
  )
  self.addEventListener('activate', event => {
    // Navigation preload: the page is requested while the worker starts.
    event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve())
  })
  self.addEventListener('fetch', handlePage)
  self.addEventListener('message', event => {
    if (hasKey<TakeOver>(event.data, 'takeOver')) event.waitUntil(takeOver(event.data))
    if (hasKey<RestoreCaches>(event.data, 'storeAgain')) event.waitUntil(storeMissingFiles())
    if (hasKey<ForgetPictures>(event.data, 'forgetPictures')) event.waitUntil(clearPictureAges())
  })
}
