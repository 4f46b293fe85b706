// @vitest-environment node
import { routeHref } from '#web/kernel/share/route-href.ts'
import { expect, test } from 'vitest'
import {
  formatPostalAddress,
  distanceOf,
  isNewDeal,
  publicPath,
  displayHost,
  telephoneHref,
  webHref,
} from './deal-facts.ts'

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

test('telephoneHref removes the zero in brackets from the dialled number', () =>
  expect(telephoneHref('+33(0)4 65 71 13 18')).toBe('tel:+33465711318'))

test('webHref accepts only http and https URLs, and displayHost returns the host without “www.”', () => {
  expect(webHref('boulangerie.example')).toBe('https://boulangerie.example/')
  expect(webHref('javascript:alert(1)')).toBeNull()
  expect(webHref('not a host')).toBeNull()
  expect(displayHost('https://www.boulangerie.example/menu')).toBe('boulangerie.example')
})

test('formatPostalAddress joins the known parts of an address, and returns null when no part is known', () => {
  expect(formatPostalAddress({ address: '14 quai de l’Évêché', zipCode: '74000', city: 'Annecy' })).toBe(
    '14 quai de l’Évêché, 74000 Annecy',
  )
  expect(formatPostalAddress({ address: null, zipCode: null, city: 'Annecy' })).toBe('Annecy')
  expect(formatPostalAddress({ address: null, zipCode: null, city: null })).toBeNull()
})

test('a route URL has the latitude before the longitude', () =>
  expect(routeHref(point(6.1286, 45.8987))).toBe('https://www.google.com/maps/dir/?api=1&destination=45.8987,6.1286'))

test('publicPath starts with the city', () =>
  expect(publicPath({ cityUri: 'annecy', customUri: 'chez-wanda' })).toBe('/annecy/vie-locale/chez-wanda'))
