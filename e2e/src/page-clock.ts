import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { TIMEOUT_MS } from './browser-server.ts'

/** Stops the clock of the page, so that its timers do not depend on the speed of the machine. */
export const pauseClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  // `pauseAt` needs a time in the future, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 600_000)
}

/** Advances the clock of the page in steps until the target has appeared; returns the number of milliseconds. */
export const advanceClock = async (page: Page, stepMs: number, target: Locator | (() => boolean)): Promise<number> => {
  let elapsed = 0
  await expect
    .poll(
      async () => {
        if (typeof target === 'function' ? target() : (await target.count()) > 0) return true
        elapsed += stepMs
        await page.clock.runFor(stepMs)
        return false
      },
      { timeout: 2 * TIMEOUT_MS },
    )
    .toBe(true)
  return elapsed
}
