// @vitest-environment node
import { expect, test } from 'vitest'
import { pauseAt, reopenedAt } from './maintenance-pause.ts'

test('the maintenance pause doubles up to a limit while the app fails again soon, and is reset when the app is stable', () => {
  let now = 0
  const pauses = [1, 2, 3, 4, 5, 6].map(() => {
    const pause = pauseAt(now)
    now += pause
    reopenedAt(now, pause)
    now += 100
    return pause / 1_000
  })
  expect(pauses).toEqual([10, 20, 40, 80, 160, 160])
  expect(pauseAt(now + 59_000)).toBe(160_000)
  expect(pauseAt(now + 60_000)).toBe(10_000)
})
