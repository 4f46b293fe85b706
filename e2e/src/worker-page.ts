import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from './stage.ts'

/** Waits until the service worker holds the page and has stored the app. */
export const appIsStored = (page: Page): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(
          async () =>
            navigator.serviceWorker.controller !== null &&
            (await caches.match('/index.html', { ignoreSearch: true })) !== undefined,
        ),
      { timeout: 2 * PATIENCE_MS },
    )
    .toBe(true)

/** How many answers the device keeps of what was seen, and how many pictures. */
export const keptOn = (page: Page) =>
  page.evaluate(async () => {
    // to open what is not there would make it, empty
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'parvis-seen')
    const answers = await new Promise<string[]>((done, failed) => {
      if (!isThere) return done([])
      const opening = indexedDB.open('parvis-seen')
      opening.onerror = () => failed(opening.error)
      opening.onsuccess = () => {
        const db = opening.result
        if (!db.objectStoreNames.contains('answers')) return done([])
        const keys = db.transaction('answers').objectStore('answers').getAllKeys()
        keys.onsuccess = () => {
          done(keys.result.map(String))
          db.close()
        }
      }
    })
    const pictures = (await caches.has('parvis-pictures'))
      ? (await (await caches.open('parvis-pictures')).keys()).map(({ url }) => new URL(url).pathname)
      : []
    return { answers, pictures, hasMember: await caches.has('parvis-member') }
  })

/** Waits until what stands on the screen is kept. */
export const isKept = (page: Page, answer: RegExp): Promise<void> =>
  expect
    .poll(async () => (await keptOn(page)).answers.some(one => answer.test(one)), { timeout: PATIENCE_MS })
    .toBe(true)

/** Closes the app and opens it anew. */
export const openAnew = async (context: BrowserContext, path: string): Promise<Page> => {
  await Promise.all(context.pages().map(page => page.close()))
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'commit' })
  return page
}
