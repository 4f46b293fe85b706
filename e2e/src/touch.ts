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
    tap: async (spot: Spot) => {
      await touch('touchStart', [spot])
      await touch('touchEnd', [])
    },
  }
}
