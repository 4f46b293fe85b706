// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const HOUR_MS = 3_600_000
const right = Date.parse('2026-06-12T12:00:00Z')

/** The clock of a page that has just been opened. */
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

test.each([1, -1])('a device whose clock is wrong by %i h is told the time by the server', async hours => {
  vi.setSystemTime(right + hours * HOUR_MS)
  const { hearServerTime, serverTime } = await open()
  expect(serverTime()).toBe(right + hours * HOUR_MS)
  hearServerTime(right)
  expect(serverTime()).toBe(right)
  vi.advanceTimersByTime(60_000)
  expect(serverTime()).toBe(right + 60_000)
  // what the device itself has noted is moved as its clock is
  expect(serverTime(right + hours * HOUR_MS)).toBe(right)
})

test('a clock that is set right while the page is open is believed again', async () => {
  vi.setSystemTime(right + HOUR_MS)
  const { hearServerTime, serverTime } = await open()
  hearServerTime(right)
  vi.setSystemTime(right + 60_000)
  hearServerTime(right + 60_000)
  expect(serverTime()).toBe(right + 60_000)
})

test('seconds are the way of an answer, and change nothing', async () => {
  vi.setSystemTime(right)
  const { hearServerTime, serverTime } = await open()
  for (const said of [right - 29_000, right + 29_000, NaN]) hearServerTime(said)
  expect(serverTime()).toBe(right)
})

test('an answer that came while the device slept says nothing of now', async () => {
  vi.setSystemTime(right + HOUR_MS)
  const { hearServerTime, serverTime } = await open()
  hearServerTime(right, right)
  expect(serverTime()).toBe(right + HOUR_MS)
})
