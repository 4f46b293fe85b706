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

test('does not allow a restart while the user is active now and then', () => {
  now += 4 * 60_000
  expect(isQuiet()).toBe(false)
  dispatchEvent(new Event('keydown'))
  now += 4 * 60_000
  expect(isQuiet()).toBe(false)
  now += 2 * 60_000
  expect(isQuiet()).toBe(true)
})

test('does not allow a restart after a short absence', () => {
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
])('does not allow a restart with %s, however long the page is hidden', (what, html) => {
  document.body.innerHTML = html
  const field = document.querySelector('textarea')
  if (field) field.value = 'Bonjour'
  hide(true)
  now += 3_600_000
  expect(isQuiet(), what).toBe(false)
})

test('ignores empty fields, and waits while something is in flight', () => {
  document.body.innerHTML = '<input type="search"><input type="checkbox" value="on" checked>'
  hide(true)
  now += 3_600_000
  expect(isQuiet()).toBe(true)
  const stop = holdRestart(() => true)
  expect(isQuiet()).toBe(false)
  stop()
  expect(isQuiet()).toBe(true)
})
