// @vitest-environment node
import { expect, test } from 'vitest'
import { displayHost, formatPostalAddress, telephoneHref, webHref } from './contact-links.ts'
import { routeHref } from './route-href.ts'

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  ['http://example.org', 'http://example.org/'],
  ['example.org', 'https://example.org/'],
])('webHref turns %s into a link to the web page', (typed, href) => {
  expect(webHref(typed)).toBe(href)
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc',
  '',
])('webHref returns null for anything but a web page: %s', typed => {
  expect(webHref(typed)).toBeNull()
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
  expect(routeHref({ type: 'Point', coordinates: [6.1286, 45.8987] })).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=45.8987,6.1286',
  ))
