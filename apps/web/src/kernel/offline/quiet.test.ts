import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdRestart, isQuiet, watchQuiet } from './quiet.ts'

let now = 0
beforeEach(() => {
  now = 1_000_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  watchQuiet()
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('who looks at it and touches it now and then is not interrupted', () => {
  now += 4 * 60_000
  expect(isQuiet()).toBe(false)
  dispatchEvent(new Event('keydown'))
  now += 4 * 60_000
  expect(isQuiet()).toBe(false)
  now += 2 * 60_000
  expect(isQuiet()).toBe(true)
})

test('who looks away for a moment finds it as it was', () => {
  hide(true)
  now += 5_000
  expect(isQuiet()).toBe(false)
  now += 10_000
  expect(isQuiet()).toBe(true)
  hide(false)
  expect(isQuiet()).toBe(false)
})

test.each([
  ['a word in a field', '<textarea></textarea>'],
  ['an open dialog', '<dialog open></dialog>'],
  ['a video', '<video></video>'],
])('%s is not cut off, however long nobody looks', (what, html) => {
  document.body.innerHTML = html
  const field = document.querySelector('textarea')
  if (field) field.value = 'Bonjour'
  hide(true)
  now += 3_600_000
  expect(isQuiet(), what).toBe(false)
})

test('an empty field holds nothing, and what is on its way is waited for', () => {
  document.body.innerHTML = '<input type="search"><input type="checkbox" value="on" checked>'
  hide(true)
  now += 3_600_000
  expect(isQuiet()).toBe(true)
  const stop = holdRestart(() => true)
  expect(isQuiet()).toBe(false)
  stop()
  expect(isQuiet()).toBe(true)
})
