import type { Page } from 'playwright-core'
import { twoFrames } from './settle.ts'

const STEP_MS = 16
const REST_MS = 500

interface Spot {
  x: number
  y: number
}

/** Simulates touches, one finger for each point. The page must have been opened with `hasTouch`. */
export const touchOf = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  /** `at`: seconds since 1970, now by default. */
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: Spot[], at?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: spots.map((spot, id) => ({ ...spot, id })),
      ...(at && { timestamp: at }),
    })
  /** The time until which a dragged finger has rested, by the timestamps of its moves. */
  let restedAt: number | undefined
  return {
    down: (...spots: Spot[]) => touch('touchStart', spots),
    move: (...spots: Spot[]) => touch('touchMove', spots),
    up: async () => {
      await touch('touchEnd', [], restedAt)
      restedAt = undefined
    },
    /** Drags one finger to a point, where it rests: released then, it has no velocity. */
    draw: async (from: Spot, to: Spot, steps = 8) => {
      // Not earlier: events from before the page was loaded have no timestamp.
      const start = Date.now() / 1000
      const at = (step: number) => start + (step * STEP_MS) / 1000
      await touch('touchStart', [from], at(0))
      for (let step = 1; step <= steps; step++) {
        const spot = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
        await touch('touchMove', [spot], at(step))
        await twoFrames(page)
      }
      // Released by the same timestamps: the clocks of browser and machine can differ.
      restedAt = at(steps) + REST_MS / 1000
      await touch('touchMove', [to], restedAt)
    },
    /** Moves one finger at the speed of a hand: a step every 16 ms by event timestamps, however slow the machine. */
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
