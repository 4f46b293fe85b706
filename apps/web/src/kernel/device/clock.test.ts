// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HOUR_MS = 3_600_000
const right = Date.parse('2026-06-12T12:00:00Z')

/** Loads the module again, as a newly opened page does. */
const open = async () => {
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
  vi.setSystemTime(right + hours * HOUR_MS)
  const { hearServerTime, serverTime } = await open()
  expect(serverTime()).toBe(right + hours * HOUR_MS)
  hearServerTime(right)
  expect(serverTime()).toBe(right)
  vi.advanceTimersByTime(60_000)
  expect(serverTime()).toBe(right + 60_000)
  expect(serverTime(right + hours * HOUR_MS)).toBe(right)
})

test('trusts the device clock again once it is set right while the page is open', async () => {
  vi.setSystemTime(right + HOUR_MS)
  const { hearServerTime, serverTime } = await open()
  hearServerTime(right)
  vi.setSystemTime(right + 60_000)
  hearServerTime(right + 60_000)
  expect(serverTime()).toBe(right + 60_000)
})

test('ignores differences of seconds, which are latency', async () => {
  vi.setSystemTime(right)
  const { hearServerTime, serverTime } = await open()
  for (const said of [right - 29_000, right + 29_000, NaN]) hearServerTime(said)
  expect(serverTime()).toBe(right)
})

test('ignores an answer that arrived while the device slept', async () => {
  vi.setSystemTime(right + HOUR_MS)
  const { hearServerTime, serverTime } = await open()
  hearServerTime(right, right)
  expect(serverTime()).toBe(right + HOUR_MS)
})
