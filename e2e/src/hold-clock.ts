import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from './stage.ts'

/** Stops the clock of the page: a slow machine then uses up none of its time. */
export const holdClock = async (page: Page): Promise<void> => {
  await page.clock.install()
  // in the future, however slow the machine
  await page.clock.pauseAt(Date.now() + 600_000)
}

/**
 * Advances the clock of the page in steps until something has appeared; returns how much was advanced, in milliseconds.
 */
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
