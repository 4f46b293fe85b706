import type { Page } from 'playwright-core'
import { twoFrames } from './settle.ts'

const STEP_MS = 16
const REST_MS = 500

interface Spot {
  x: number
  y: number
}

/** Fingers on the glass, as many as there are spots. The page must have been opened with `hasTouch`. */
export const touchOf = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  /** `at`: seconds since 1970; now, when it is not said. */
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: Spot[], at?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spots.map((spot, id) => ({ ...spot, id })),
      ...(at && { timestamp: at }),
    })
  /** When a finger that was drawn somewhere has rested there, by the stamps of its own moves. */
  let restedAt: number | undefined
  return {
    down: (...spots: Spot[]) => touch('touchStart', spots),
    move: (...spots: Spot[]) => touch('touchMove', spots),
    up: async () => {
      await touch('touchEnd', [], restedAt)
      restedAt = undefined
    },
    /** One finger drawn from a spot to another, where it rests: what is let go then has no speed. */
    draw: async (from: Spot, to: Spot, steps = 8) => {
      // not earlier: an event from before the page was there has no stamp
      const start = Date.now() / 1000
      const at = (step: number) => start + (step * STEP_MS) / 1000
      await touch('touchStart', [from], at(0))
      for (let step = 1; step <= steps; step++) {
        const spot = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
        await touch('touchMove', [spot], at(step))
        await twoFrames(page)
      }
      // let go by the same clock: the browser's own and that of the machine may differ
      restedAt = at(steps) + REST_MS / 1000
      await touch('touchMove', [to], restedAt)
    },
    /**
     * One finger from a spot to another, as slowly as a hand: a step every 16 ms by the page's own stamps, however busy
     * the machine is.
     */
    stroke: async (from: Spot, to: Spot, steps = 12) => {
      const start = Date.now() / 1000
      const at = (step: number) => start + (step * STEP_MS) / 1000
      await touch('touchStart', [from], at(0))
      for (let step = 1; step <= steps; step++) {
        await touch(
          'touchMove',
          [{ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }],
          at(step),
        )
        await twoFrames(page)
      }
      await touch('touchEnd', [], at(steps))
    },
    tap: async (spot: Spot) => {
      await touch('touchStart', [spot])
      await touch('touchEnd', [])
    },
  }
}
