import { describe, expect, test } from 'vitest'
import { distanceKm, type Point } from './community.ts'
import { languagesOf, pickLanguage, textIn } from './language.ts'
import { isApiPath, isCommunityUri } from './paths.ts'
import { canOfferDeals, roles } from './roles.ts'
import { validateLogIn, validateNewKey } from './entry-rules.ts'
import { timeAgo } from './time-ago.ts'
import { MAX_URL_LENGTH } from './deal-fields.ts'
import { isPhone, parseWebLink } from './write-deals.ts'

describe('timeAgo', () => {
  // Wednesday, 15:15 in the device's timezone.
  const now = new Date(2026, 5, 10, 15, 15)
  const ago = (hours: number, minutes = 0) => timeAgo(new Date(now.getTime() - (hours * 60 + minutes) * 60_000), now)

  test.each([
    [0, 0, { unit: 'now' }],
    [0, 1, { unit: 'minutes', count: 1 }],
    [0, 59, { unit: 'minutes', count: 59 }],
    [1, 0, { unit: 'hours', count: 1 }],
    [3, 59, { unit: 'hours', count: 3 }],
    [4, 0, { unit: 'today' }],
    [15, 0, { unit: 'today' }],
    [15, 30, { unit: 'yesterday' }],
    [23, 0, { unit: 'yesterday' }],
    [39, 0, { unit: 'yesterday' }],
    [40, 0, { unit: 'beforeyesterday' }],
    [63, 0, { unit: 'beforeyesterday' }],
    [64, 0, { unit: 'days', count: 3 }],
    [24 * 6, 0, { unit: 'days', count: 6 }],
    [24 * 7, 0, { unit: 'date' }],
  ] as const)('returns the expected unit for an age of %i h %i min', (hours, minutes, expected) =>
    expect(ago(hours, minutes)).toEqual(expected),
  )

  test('shows "now" for a time in the future', () => expect(ago(-2)).toEqual({ unit: 'now' }))

  test('shows "yesterday" four hours after 23:00', () => {
    expect(timeAgo(new Date(2026, 5, 9, 23), new Date(2026, 5, 10, 3, 1))).toEqual({ unit: 'yesterday' })
  })

  test('counts calendar days when the clocks change and in a leap year', () => {
    expect(timeAgo(new Date(2026, 2, 28, 12), new Date(2026, 2, 29, 12))).toEqual({ unit: 'yesterday' })
    expect(timeAgo(new Date(2028, 1, 28, 23), new Date(2028, 1, 29, 9))).toEqual({ unit: 'yesterday' })
    expect(timeAgo(new Date(2028, 1, 28, 23), new Date(2028, 2, 1, 9))).toEqual({ unit: 'beforeyesterday' })
  })
})

describe('texts in two languages', () => {
  const both = { title: 'Bonjour', lang: { en: { title: 'Hello' } } }
  const french = { title: 'Bonjour', lang: { en: { title: ' ' } } }
  const english = { title: null, lang: { en: { title: 'Hello' } } }

  test('textIn prefers the given language and falls back to the other', () => {
    expect([textIn('fr', both, 'title'), textIn('en', both, 'title')]).toEqual(['Bonjour', 'Hello'])
    expect([textIn('fr', french, 'title'), textIn('en', french, 'title')]).toEqual(['Bonjour', 'Bonjour'])
    expect([textIn('fr', english, 'title'), textIn('en', english, 'title')]).toEqual(['Hello', 'Hello'])
    expect(textIn('fr', { title: '', lang: { en: {} } }, 'title')).toBeNull()
  })

  test('languagesOf returns the languages that have a text', () => {
    expect(languagesOf(both, ['title'])).toEqual(['en', 'fr'])
    expect(languagesOf(french, ['title'])).toEqual(['fr'])
  })

  test('pickLanguage returns the first supported language, otherwise the fallback', () => {
    expect(pickLanguage(['fr-CH', 'en'], 'en')).toBe('fr')
    expect(pickLanguage(['de', 'EN-us'], 'fr')).toBe('en')
    expect(pickLanguage(['de'], 'fr')).toBe('fr')
    expect(pickLanguage([], 'en')).toBe('en')
  })
})

test('isCommunityUri refuses reserved words, and isApiPath accepts paths of the API only', () => {
  expect(isCommunityUri('les-tilleuls')).toBe(true)
  for (const word of ['api', 'Events', 'villes', 'healthz', 'a/b', 'é', '']) expect(isCommunityUri(word)).toBe(false)
  expect(isApiPath('/events?page=2')).toBe(true)
  expect(isApiPath('/les-tilleuls/actualites')).toBe(false)
})

test('distanceKm measures along the great circle', () => {
  const point = (lon: number, lat: number): Point => ({ type: 'Point', coordinates: [lon, lat] })
  expect(distanceKm(point(6.1286, 45.8987), point(6.1286, 45.8987))).toBe(0)
  // One degree of latitude is 111.2 km everywhere; a degree of longitude shrinks towards the poles.
  expect(distanceKm(point(6, 45), point(6, 46))).toBeCloseTo(111.2, 1)
  expect(distanceKm(point(6, 60), point(7, 60))).toBeCloseTo(55.6, 1)
  expect(distanceKm(point(179.9, 0), point(-179.9, 0))).toBeCloseTo(22.2, 1)
})

test('validateLogIn returns the first error', () => {
  expect(validateLogIn({})).toEqual({ key: 'missingemailorpseudo', field: 'email' })
  expect(validateLogIn({ email: '  ', password: 'x' })).toEqual({ key: 'missingemailorpseudo', field: 'email' })
  expect(validateLogIn({ email: 'a@b.c' })).toEqual({ key: 'missingpassword', field: 'password' })
  expect(validateLogIn({ email: 'a@b.c', password: 'x' })).toBeNull()
})

describe('contact details of a deal', () => {
  test.each([
    ['a.fr', 'https://a.fr'],
    [' http://a.fr/x?y#z ', 'http://a.fr/x?y#z'],
    ['boulangerie-é.fr', 'https://boulangerie-é.fr'],
    ['https://a.fr:99999/', null],
    ['https://1.2.3.999/', null],
    ['javascript:alert(1)', null],
    [`a.fr/${'x'.repeat(MAX_URL_LENGTH - 5)}`, null],
  ])('parseWebLink accepts links to websites only: %s', (typed, link) => expect(parseWebLink(typed)).toBe(link))

  test('isPhone refuses texts that are too short or have fewer than two digits', () => {
    expect(['04 50 00 11 22', '+33 (0)4.50-00', '3114', '18 18'].filter(isPhone)).toHaveLength(4)
    expect(['((((......', '    ', '+....1', '12', 'abcd'].filter(isPhone)).toEqual([])
  })
})

test('only advertisers and the team can offer deals', () => {
  expect(roles.filter(role => canOfferDeals(role))).toEqual(['advertiser', 'employee', 'administrator', 'webmaster'])
})

test('a new register key needs at least six letters or digits', () => {
  for (const key of ['lac742', 'Le lac 7!']) expect([key, validateNewKey(key)]).toEqual([key, null])
  for (const key of ['lac74', 'a-b-c-d-e', '......'])
    expect([key, validateNewKey(key)]).toEqual([key, { key: 'shortkey', field: 'key' }])
})
