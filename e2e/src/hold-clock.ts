import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from './stage.ts'

/** The page's clock stands still from here on: what takes long on a busy machine takes none of its time. */
export const holdClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  // a moment that has not come yet, however slow the machine
  await page.clock.pauseAt(Date.now() + 600_000)
}

/** Lets the page's time pass in steps until something has come; answers how much has passed, in milliseconds. */
export const passTime = async (page: Page, step: number, hasCome: Locator | (() => boolean)): Promise<number> => {
  let passed = 0
  await expect
    .poll(
      async () => {
        if (typeof hasCome === 'function' ? hasCome() : (await hasCome.count()) > 0) return true
        passed += step
        await page.clock.runFor(step)
        return false
      },
      { timeout: 2 * PATIENCE_MS },
    )
    .toBe(true)
  return passed
}
