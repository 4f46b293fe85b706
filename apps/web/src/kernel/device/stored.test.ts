import { afterEach, expect, test, vi } from 'vitest'
import { store, stored } from './stored.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('remembers and forgets', () => {
  store('theme', 'dark')
  expect(stored('theme')).toEqual('dark')
  store('theme', null)
  expect(stored('theme')).toBeNull()
})

test('never throws: neither on what it cannot read nor where it may not write', () => {
  localStorage.setItem('language', '{broken')
  expect(stored('language')).toBeNull()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => store('language', 'fr')).not.toThrow()
})
