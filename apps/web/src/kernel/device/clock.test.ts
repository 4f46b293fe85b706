// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HOUR_MS = 3_600_000
const correctTime = Date.parse('2026-06-12T12:00:00Z')

/** Loads the module again, as in a newly opened page. */
const openPage = async () => {
  vi.resetModules()
  return import('./clock.ts')
}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([1, -1])('serverTime corrects a device clock that is wrong by %i h', async hours => {
  vi.setSystemTime(correctTime + hours * HOUR_MS)
  const { syncServerTime, serverTime } = await openPage()
  expect(serverTime()).toBe(correctTime + hours * HOUR_MS)
  syncServerTime(correctTime)
  expect(serverTime()).toBe(correctTime)
  vi.advanceTimersByTime(60_000)
  expect(serverTime()).toBe(correctTime + 60_000)
  expect(serverTime(correctTime + hours * HOUR_MS)).toBe(correctTime)
})

test('serverTime trusts the device clock again when the clock is corrected while the page is open', async () => {
  vi.setSystemTime(correctTime + HOUR_MS)
  const { syncServerTime, serverTime } = await openPage()
  syncServerTime(correctTime)
  vi.setSystemTime(correctTime + 60_000)
  syncServerTime(correctTime + 60_000)
  expect(serverTime()).toBe(correctTime + 60_000)
})

test('syncServerTime ignores differences of seconds, which are caused by latency', async () => {
  vi.setSystemTime(correctTime)
  const { syncServerTime, serverTime } = await openPage()
  for (const serverNow of [correctTime - 29_000, correctTime + 29_000, NaN]) syncServerTime(serverNow)
  expect(serverTime()).toBe(correctTime)
})

test('syncServerTime ignores a response that arrived while the device slept', async () => {
  vi.setSystemTime(correctTime + HOUR_MS)
  const { syncServerTime, serverTime } = await openPage()
  syncServerTime(correctTime, correctTime)
  expect(serverTime()).toBe(correctTime + HOUR_MS)
})
