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
        // The scroll can fail, because the list re-renders its rows whenever it has loaded more of them.
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

/** Scrolls until this card is in the middle, since cards below the window are not rendered. */
export const scrollToMiddle = async (page: Page, card: Locator, options: { timeout: number }): Promise<void> => {
  const isInView = async () => {
    if ((await card.count()) === 0) await page.evaluate(() => scrollBy(0, innerHeight / 2))
    else await card.evaluate(element => element.scrollIntoView({ block: 'center' }))
    if ((await card.count()) === 0) return false
    // Content that arrives above can move the card out of the window.
    return card.evaluate(async element => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      const { top, bottom } = element.getBoundingClientRect()
      return element.isConnected && top > 0 && bottom < innerHeight
    })
  }
  await expect.poll(isInView, options).toBe(true)
}

export const readUntilStable = async <T>(read: () => Promise<T>): Promise<T> => {
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
