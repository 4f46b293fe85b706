import { beforeEach, expect, test } from 'vitest'
import { saveLinkKey, findLinkKey } from './link-keys.ts'

beforeEach(() => sessionStorage.clear())

test('findLinkKey finds the key of a community by one of its names in URLs, in upper or lower case', () => {
  saveLinkKey('Les-Tilleuls', '00123')
  saveLinkKey('quartier-de-la-gare', 'GARE')
  expect(findLinkKey('les-tilleuls', '0199f15d')).toBe('00123')
  expect(findLinkKey('0199f15d', 'LES-TILLEULS')).toBe('00123')
  expect(findLinkKey('residence-du-lac')).toBeNull()
})

test('findLinkKey ignores malformed stored values', () => {
  sessionStorage.setItem('linkkeys', '{"les-tilleuls":7}')
  expect(findLinkKey('les-tilleuls')).toBeNull()
  sessionStorage.setItem('linkkeys', 'no JSON')
  expect(findLinkKey('les-tilleuls')).toBeNull()
})
