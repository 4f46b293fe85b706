import type { Page } from 'playwright-core'
import { waitForPaint } from './settle.ts'

const STEP_MS = 16
const HOLD_MS = 500

interface Point {
  x: number
  y: number
}

/** Simulates touches, one finger for each point. The page must have been opened with `hasTouch`. */
export const createTouch = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  /** `at` is the time of the event in seconds since 1970; by default now. */
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[], at?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point, id) => ({ ...point, id })),
      ...(at && { timestamp: at }),
    })
  let restedAt: number | undefined
  return {
    down: (...points: Point[]) => touch('touchStart', points),
    move: (...points: Point[]) => touch('touchMove', points),
    up: async () => {
      await touch('touchEnd', [], restedAt)
      restedAt = undefined
    },
    /** Drags one finger to a point and lets it rest there, so that `up` gives it no velocity. */
    drag: async (from: Point, to: Point, steps = 8) => {
      // The timestamps start now: events with times before the load of the page would get no timestamp.
      const start = Date.now() / 1000
      const at = (step: number) => start + (step * STEP_MS) / 1000
      await touch('touchStart', [from], at(0))
      for (let step = 1; step <= steps; step++) {
        const point = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }
        await touch('touchMove', [point], at(step))
        await waitForPaint(page)
      }
      // `up` continues these timestamps, since the clocks of browser and machine can differ.
      restedAt = at(steps) + HOLD_MS / 1000
      await touch('touchMove', [to], restedAt)
    },
    /** Moves one finger at the speed of a hand: a step every 16 ms by event timestamps, however slow the machine. */
    stroke: async (from: Point, to: Point, steps = 12) => {
      const start = Date.now() / 1000
      const at = (step: number) => start + (step * STEP_MS) / 1000
      await touch('touchStart', [from], at(0))
      for (let step = 1; step <= steps; step++) {
        await touch(
          'touchMove',
          [{ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }],
          at(step),
        )
        await waitForPaint(page)
      }
      await touch('touchEnd', [], at(steps))
    },
    tap: async (point: Point) => {
      await touch('touchStart', [point])
      await touch('touchEnd', [])
    },
  }
}
