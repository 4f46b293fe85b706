import { afterEach, expect, test, vi } from 'vitest'
import { store, stored } from './stored.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('a value is stored and deleted', () => {
  store('theme', 'dark')
  expect(stored('theme')).toEqual('dark')
  store('theme', null)
  expect(stored('theme')).toBeNull()
})

test('stored returns null for an unreadable value, and store does not throw when the storage is full', () => {
  localStorage.setItem('language', '{broken')
  expect(stored('language')).toBeNull()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => store('language', 'fr')).not.toThrow()
})
