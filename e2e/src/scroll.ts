import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from './stage.ts'

/** Scrolls down, half a window at a time, until what is sought is there; pages of the list come when they come. */
export const scrollDownTo = async (page: Page, sought: Locator): Promise<void> => {
  await expect
    .poll(
      async () => {
        if ((await sought.count()) === 0) {
          await page.evaluate(() => scrollBy(0, innerHeight / 2))
          return false
        }
        // a list draws its rows anew when a page of it comes
        return sought
          .first()
          .scrollIntoViewIfNeeded({ timeout: 2000 })
          .then(
            () => true,
            () => false,
          )
      },
      { interval: 40, timeout: PATIENCE_MS },
    )
    .toBe(true)
}

/** What is read once it has stopped changing: where something stands when nothing moves any more. */
export const atRest = async <T>(read: () => Promise<T>): Promise<T> => {
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
