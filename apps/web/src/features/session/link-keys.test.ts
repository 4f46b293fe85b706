import { beforeEach, expect, test } from 'vitest'
import { keepLinkKey, linkKeyOf } from './link-keys.ts'

beforeEach(() => sessionStorage.clear())

test('finds the key of a community by its slug or id, in any case', () => {
  keepLinkKey('Les-Tilleuls', '00123')
  keepLinkKey('quartier-de-la-gare', 'GARE')
  expect(linkKeyOf('les-tilleuls', '0199f15d')).toBe('00123')
  expect(linkKeyOf('0199f15d', 'LES-TILLEULS')).toBe('00123')
  expect(linkKeyOf('residence-du-lac')).toBeNull()
})

test('ignores malformed stored values', () => {
  sessionStorage.setItem('linkkeys', '{"les-tilleuls":7}')
  expect(linkKeyOf('les-tilleuls')).toBeNull()
  sessionStorage.setItem('linkkeys', 'no JSON')
  expect(linkKeyOf('les-tilleuls')).toBeNull()
})
