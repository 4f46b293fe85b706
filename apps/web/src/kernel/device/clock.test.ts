// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HOUR_MS = 3_600_000
const correctTime = Date.parse('2026-06-12T12:00:00Z')

/** Loads the module again, as a newly opened page does. */
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

test.each([1, -1])('corrects a device clock that is wrong by %i h with the server’s time', async hours => {
  vi.setSystemTime(correctTime + hours * HOUR_MS)
  const { syncServerTime, serverTime } = await openPage()
  expect(serverTime()).toBe(correctTime + hours * HOUR_MS)
  syncServerTime(correctTime)
  expect(serverTime()).toBe(correctTime)
  vi.advanceTimersByTime(60_000)
  expect(serverTime()).toBe(correctTime + 60_000)
  expect(serverTime(correctTime + hours * HOUR_MS)).toBe(correctTime)
})

test('trusts the device clock again once it is set right while the page is open', async () => {
  vi.setSystemTime(correctTime + HOUR_MS)
  const { syncServerTime, serverTime } = await openPage()
  syncServerTime(correctTime)
  vi.setSystemTime(correctTime + 60_000)
  syncServerTime(correctTime + 60_000)
  expect(serverTime()).toBe(correctTime + 60_000)
})

test('ignores differences of seconds, which are latency', async () => {
  vi.setSystemTime(correctTime)
  const { syncServerTime, serverTime } = await openPage()
  for (const serverNow of [correctTime - 29_000, correctTime + 29_000, NaN]) syncServerTime(serverNow)
  expect(serverTime()).toBe(correctTime)
})

test('ignores an answer that arrived while the device slept', async () => {
  vi.setSystemTime(correctTime + HOUR_MS)
  const { syncServerTime, serverTime } = await openPage()
  syncServerTime(correctTime, correctTime)
  expect(serverTime()).toBe(correctTime + HOUR_MS)
})
