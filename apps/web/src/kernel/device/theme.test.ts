import { afterEach, expect, test } from 'vitest'
import { store } from './stored.ts'
import { applyTheme, followTheme } from './theme.ts'

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

test('what another tab chose counts in this one, whatever its screen shows', () => {
  const stop = followTheme()
  const elsewhere = (value: string | null) => {
    if (value === null) localStorage.removeItem('theme')
    else localStorage.setItem('theme', value)
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    return document.documentElement.dataset.theme
  }
  expect([elsewhere('"dark"'), elsewhere('"light"'), elsewhere(null)]).toEqual(['dark', 'light', undefined])
  stop()
  expect(elsewhere('"dark"')).toBeUndefined()
})
