import { afterEach, expect, test, vi } from 'vitest'
import { store, stored } from './stored.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('remembers and forgets', () => {
  store('gooddealfilter', ['a', 'b'])
  expect(stored('gooddealfilter')).toEqual(['a', 'b'])
  store('gooddealfilter', null)
  expect(stored('gooddealfilter')).toBeNull()
})

test('never throws: neither on what it cannot read nor where it may not write', () => {
  localStorage.setItem('filter', '{broken')
  expect(stored('filter')).toBeNull()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(() => store('filter', 'my')).not.toThrow()
})
