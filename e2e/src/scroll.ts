import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { TIMEOUT_MS } from './browser-server.ts'

/** Scrolls down by half a window at a time until the target is rendered; the list loads its pages meanwhile. */
export const scrollDownTo = async (page: Page, target: Locator): Promise<void> => {
  await expect
    .poll(
      async () => {
        if ((await target.count()) === 0) {
          await page.evaluate(() => scrollBy(0, innerHeight / 2))
          return false
        }
        // The list re-renders its rows whenever it has loaded more of them.
        return target
          .first()
          .scrollIntoViewIfNeeded({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          )
      },
      { interval: 40, timeout: TIMEOUT_MS },
    )
    .toBe(true)
}

export const readStable = async <T>(read: () => Promise<T>): Promise<T> => {
  let last: string | undefined
  await expect
    .poll(
      async () => {
        const before = last
        last = JSON.stringify(await read())
        return last === before
      },
      { interval: 200 },
    )
    .toBe(true)
  return JSON.parse(last!) as T
}
