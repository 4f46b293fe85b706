// @vitest-environment node
import { expect, test } from 'vitest'
import type { Translate } from '#web/kernel/text/i18n.ts'
import { fullName, placeName, shortHome, stayPhase, fullHome } from './member-text.ts'

const t = ((key: string, params: Record<string, string>) => [key, ...Object.values(params)].join(' ')) as Translate
const unnamed = { pseudo: 'kev74', firstname: null, lastname: null }

test('fullName returns first and last name, the company of a professional, or else the nickname', () => {
  expect(fullName({ ...unnamed, firstname: 'Théo', lastname: 'Girod' })).toBe('Théo Girod')
  expect(fullName({ ...unnamed, firstname: 'Théo', company: 'Boulangerie Perrier' })).toBe('Boulangerie Perrier')
  expect(fullName(unnamed)).toBe('kev74')
})

test('shortHome and fullHome contain the known parts of an address, and are null if none is known', () => {
  const home = { building: 'B', floor: '2', apartmentNumber: '12' }
  expect(shortHome(home)).toBe('B · 12')
  expect(shortHome({ ...home, building: null, apartmentNumber: null })).toBeNull()
  expect(fullHome(t, home)).toBe('Admin.home.building B, admin.home.floor 2, admin.home.flat 12')
  expect(fullHome(t, { building: 'Réception', floor: null, apartmentNumber: null })).toBe('Réception')
  expect(fullHome(t, { building: null, floor: null, apartmentNumber: null })).toBeNull()
})

test('stayPhase counts the first and last day as part of the stay', () => {
  const stay = { arrival: '2026-07-04', departure: '2026-07-18' }
  const days = ['2026-07-03', '2026-07-04', '2026-07-18', '2026-07-19']
  expect(days.map(day => stayPhase(stay, day))).toEqual(['next', 'now', 'now', 'past'])
})

test('placeName returns the name in the given language, or else in the other language', () => {
  expect(placeName('en', { name: 'Studio d’amis', lang: { en: { name: 'Guest flat' } } })).toBe('Guest flat')
  expect(placeName('en', { name: 'Studio d’amis', lang: { en: {} } })).toBe('Studio d’amis')
  expect(placeName('fr', null)).toBeNull()
})
