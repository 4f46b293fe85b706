import { afterEach, expect, test } from 'vitest'
import { store } from './stored.ts'
import { applyTheme, followTheme } from './theme.ts'

afterEach(() => {
  store('theme', null)
  applyTheme()
})

test('a chosen theme sets `data-theme`, and the device’s own theme sets no attribute', () => {
  store('theme', 'dark')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBe('dark')
  store('theme', 'system')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('an invalid stored theme counts as the device’s own theme', () => {
  localStorage.setItem('theme', '"purple"')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('followTheme applies changes made in another tab until it is stopped', () => {
  const stop = followTheme()
  const setInOtherTab = (value: string | null) => {
    if (value === null) localStorage.removeItem('theme')
    else localStorage.setItem('theme', value)
    dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    return document.documentElement.dataset.theme
  }
  expect([setInOtherTab('"dark"'), setInOtherTab('"light"'), setInOtherTab(null)]).toEqual(['dark', 'light', undefined])
  stop()
  expect(setInOtherTab('"dark"')).toBeUndefined()
})
