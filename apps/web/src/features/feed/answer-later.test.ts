// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswersLater } from './answer-later.ts'

const part: AnswersLater = { answerLater: async () => true, goesAfterAnother: () => false }

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a tap before the offline part has loaded waits for it', async () => {
  const { answersLater, answersLaterSoon, setAnswersLater } = await import('./answer-later.ts')
  const soon = answersLaterSoon()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(answersLater()).toBeUndefined()
  setAnswersLater(part)
  expect(await soon).toBe(part)
  expect(await answersLaterSoon()).toBe(part)
})

test('resolves with undefined when it has not loaded after ten seconds', async () => {
  const { answersLaterSoon } = await import('./answer-later.ts')
  const soon = answersLaterSoon()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await soon).toBeUndefined()
})
