import { beforeEach, expect, test } from 'vitest'
import { keepLinkKey, linkKeyOf } from './link-keys.ts'

beforeEach(() => sessionStorage.clear())

test('a key is kept for the community whose link it was, however that is called', () => {
  keepLinkKey('Les-Tilleuls', '00123')
  keepLinkKey('quartier-de-la-gare', 'GARE')
  expect(linkKeyOf('les-tilleuls', '0199f15d')).toBe('00123')
  expect(linkKeyOf('0199f15d', 'LES-TILLEULS')).toBe('00123')
  expect(linkKeyOf('residence-du-lac')).toBeNull()
})

test('what somebody else has put into the store is no key', () => {
  sessionStorage.setItem('linkkeys', '{"les-tilleuls":7}')
  expect(linkKeyOf('les-tilleuls')).toBeNull()
  sessionStorage.setItem('linkkeys', 'no JSON')
  expect(linkKeyOf('les-tilleuls')).toBeNull()
})
