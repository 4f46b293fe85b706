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

test('what is tapped before the part has come waits for it', async () => {
  const { answersLater, answersLaterSoon, setAnswersLater } = await import('./answer-later.ts')
  const soon = answersLaterSoon()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(answersLater()).toBeUndefined()
  setAnswersLater(part)
  expect(await soon).toBe(part)
  expect(await answersLaterSoon()).toBe(part)
})

test('where it does not come, that is known after ten seconds', async () => {
  const { answersLaterSoon } = await import('./answer-later.ts')
  const soon = answersLaterSoon()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await soon).toBeUndefined()
})
