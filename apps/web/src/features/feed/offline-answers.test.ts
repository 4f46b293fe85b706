// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OfflineAnswers } from './offline-answers.ts'

const answers: OfflineAnswers = { queueAnswer: async () => true, replacePendingAnswer: () => false }

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a tap before the offline queue is loaded waits for the queue', async () => {
  const { getOfflineAnswers, waitForOfflineAnswers, setOfflineAnswers } = await import('./offline-answers.ts')
  const pending = waitForOfflineAnswers()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(getOfflineAnswers()).toBeUndefined()
  setOfflineAnswers(answers)
  expect(await pending).toBe(answers)
  expect(await waitForOfflineAnswers()).toBe(answers)
})

test('waitForOfflineAnswers resolves with undefined after ten seconds without the offline queue', async () => {
  const { waitForOfflineAnswers } = await import('./offline-answers.ts')
  const pending = waitForOfflineAnswers()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await pending).toBeUndefined()
})
