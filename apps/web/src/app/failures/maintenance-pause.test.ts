// @vitest-environment node
import { expect, test } from 'vitest'
import { pollPauseAt, recordReopening } from './maintenance-pause.ts'

test('pollPauseAt doubles the pause up to 160 s after each short reopening, and returns 10 s if the app was open for 60 s', () => {
  let now = 0
  const pauses = [1, 2, 3, 4, 5, 6].map(() => {
    const pause = pollPauseAt(now)
    now += pause
    recordReopening(now, pause)
    now += 100
    return pause / 1_000
  })
  expect(pauses).toEqual([10, 20, 40, 80, 160, 160])
  expect(pollPauseAt(now + 59_000)).toBe(160_000)
  expect(pollPauseAt(now + 60_000)).toBe(10_000)
})
