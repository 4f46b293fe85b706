// @vitest-environment node
import { expect, test } from 'vitest'
import { distanceOf, isNewDeal, publicPath } from './deal-facts.ts'

const point = (longitude: number, latitude: number) => ({
  type: 'Point' as const,
  coordinates: [longitude, latitude] as [number, number],
})

test('a deal is new for two weeks', () => {
  const now = Date.parse('2026-06-30T12:00:00Z')
  expect(isNewDeal({ dateAdded: '2026-06-17T12:00:00Z' }, now)).toBe(true)
  expect(isNewDeal({ dateAdded: '2026-06-16T12:00:00Z' }, now)).toBe(false)
})

test('distanceOf returns kilometres, or null when one of the two points is unknown', () => {
  expect(distanceOf({ loc: null }, point(6, 45))).toBeNull()
  expect(distanceOf({ loc: point(6.13, 45.9) }, point(6.13, 45.91))).toBeCloseTo(1.11, 1)
})

test('publicPath starts with the city', () =>
  expect(publicPath({ cityUri: 'annecy', customUri: 'chez-wanda' })).toBe('/annecy/vie-locale/chez-wanda'))
