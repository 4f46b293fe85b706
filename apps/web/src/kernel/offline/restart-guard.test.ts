import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockRestartWhile, canRestart, watchActivity } from './restart-guard.ts'

let now = 0
beforeEach(() => {
  now = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  watchActivity()
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const setHidden = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a visible page may restart only after five minutes without user activity', () => {
  now += 4 * 60_000
  expect(canRestart()).toBe(false)
  dispatchEvent(new Event('keydown'))
  now += 4 * 60_000
  expect(canRestart()).toBe(false)
  now += 2 * 60_000
  expect(canRestart()).toBe(true)
})

test('a hidden page may restart only after ten seconds, and not once it is shown again', () => {
  setHidden(true)
  now += 5_000
  expect(canRestart()).toBe(false)
  now += 10_000
  expect(canRestart()).toBe(true)
  setHidden(false)
  expect(canRestart()).toBe(false)
})

test.each([
  ['text in a field', '<textarea></textarea>'],
  ['an open dialog', '<dialog open></dialog>'],
  ['a video', '<video></video>'],
])('a page with %s prevents a restart, however long it is hidden', (label, html) => {
  document.body.innerHTML = html
  const field = document.querySelector('textarea')
  if (field) field.value = 'Bonjour'
  setHidden(true)
  now += 3_600_000
  expect(canRestart(), label).toBe(false)
})

test('empty fields do not prevent a restart, but a check passed to blockRestartWhile does while the check returns true', () => {
  document.body.innerHTML = '<input type="search"><input type="checkbox" value="on" checked>'
  setHidden(true)
  now += 3_600_000
  expect(canRestart()).toBe(true)
  const stop = blockRestartWhile(() => true)
  expect(canRestart()).toBe(false)
  stop()
  expect(canRestart()).toBe(true)
})
