import type { Page } from 'playwright-core'

interface Spot { x: number; y: number }

/** Fingers on the glass, as many as there are spots. The page must have been opened with `hasTouch`. */
export const touchOf = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: Spot[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: spots.map((spot, id) => ({ ...spot, id })) })
  return {
    down: (...spots: Spot[]) => touch('touchStart', spots),
    move: (...spots: Spot[]) => touch('touchMove', spots),
    up: () => touch('touchEnd', []),
    /** One finger from a spot to another, as slowly as a hand. */
    stroke: async (from: Spot, to: Spot, steps = 12) => {
      await touch('touchStart', [from])
      for (let step = 1; step <= steps; step++) {
        await touch('touchMove', [{ x: from.x + (to.x - from.x) * step / steps, y: from.y + (to.y - from.y) * step / steps }])
        await page.waitForTimeout(16)
      }
      await touch('touchEnd', [])
    },
    tap: async (spot: Spot) => {
      await touch('touchStart', [spot])
      await touch('touchEnd', [])
    },
  }
}
