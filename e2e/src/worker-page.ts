import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { TIMEOUT_MS } from './browser-server.ts'

/** Waits until the service worker controls the page and has stored the app. */
export const waitForStoredApp = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () =>
            navigator.serviceWorker.controller !== null &&
            (await caches.match('/index.html', { ignoreSearch: true })) !== undefined,
        ),
      { timeout: 2 * TIMEOUT_MS },
    )
    .toBe(true)

const readKeys = (page: Page, database: string, store: string): Promise<string[]> =>
  page.evaluate(
    async names => {
      // Opening a database that does not exist would create it.
      if (!(await indexedDB.databases()).some(({ name }) => name === names.database)) return []
      return new Promise<string[]>((done, failed) => {
        const opening = indexedDB.open(names.database)
        opening.onerror = () => failed(opening.error)
        opening.onsuccess = () => {
          const db = opening.result
          if (!db.objectStoreNames.contains(names.store)) return done([])
          const keys = db.transaction(names.store).objectStore(names.store).getAllKeys()
          keys.onsuccess = () => {
            done(keys.result.map(String))
            db.close()
          }
        }
      })
    },
    { database, store },
  )

export const readStoredData = async (page: Page) => ({
  answers: await readKeys(page, 'parvis-seen', 'answers'),
  ...(await page.evaluate(async () => ({
    pictures: (await caches.has('parvis-pictures'))
      ? (await (await caches.open('parvis-pictures')).keys()).map(({ url }) => new URL(url).pathname)
      : [],
    hasMember: await caches.has('parvis-member'),
  }))),
})

/** Fetches a URL in the page; returns the status, or 'none' if the request failed. */
export const fetchStatus = (page: Page, url: string): Promise<number | 'none'> =>
  page.evaluate(
    at =>
      fetch(at).then(
        ({ status }) => status,
        () => 'none' as const,
      ),
    url,
  )

/** The pictures for which Workbox has recorded an expiry time. */
export const listExpiringPictures = async (page: Page): Promise<string[]> =>
  (await readKeys(page, 'workbox-expiration', 'cache-entries')).filter(key => key.includes('/media/'))

export const waitForPersistedQueries = (page: Page, ...queries: RegExp[]): Promise<void> =>
  expect
    .poll(
      async () => {
        const { answers } = await readStoredData(page)
        return queries.filter(one => !answers.some(answer => one.test(answer)))
      },
      { timeout: TIMEOUT_MS },
    )
    .toEqual([])

/** The number of pending items in the outbox; the key `store` holds the id of the store and is not counted. */
export const countPendingItems = async (page: Page): Promise<number> =>
  (await readKeys(page, 'parvis-unsent', 'waiting')).filter(key => key !== 'store').length

export const reopenApp = async (context: BrowserContext, path: string): Promise<Page> => {
  await Promise.all(context.pages().map(page => page.close()))
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'commit' })
  return page
}
