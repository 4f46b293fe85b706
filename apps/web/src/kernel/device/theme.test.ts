import { afterEach, expect, test } from 'vitest'
import { store } from './stored.ts'
import { applyTheme, followTheme } from './theme.ts'

afterEach(() => {
  store('theme', null)
  applyTheme()
})

test('sets the attribute for a chosen theme, and none for the device’s own theme', () => {
  store('theme', 'dark')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBe('dark')
  store('theme', 'system')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('treats an invalid stored value as the device’s own theme', () => {
  localStorage.setItem('theme', '"purple"')
  applyTheme()
  expect(document.documentElement.dataset.theme).toBeUndefined()
})

test('follows a change in another tab until it is stopped', () => {
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
