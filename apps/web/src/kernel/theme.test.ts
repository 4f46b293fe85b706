import { afterEach, expect, test } from 'vitest'
import { store } from './stored.ts'
import { applyTheme } from './theme.ts'

afterEach(() => {
  store('theme', null)
  applyTheme()
})

test('a chosen theme marks the page; the device’s own leaves no mark', () => {
  store('theme', 'dark')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBe('dark')
  store('theme', 'system')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('what the store should not hold counts as the device’s own', () => {
  localStorage.setItem('theme', '"purple"')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBeUndefined()
})
