// @vitest-environment node
import { expect, test } from 'vitest'
import { hueOf, initialsOf } from './avatar-initials.ts'

test('initialsOf returns the initials of the first and the last word, in any script', () => {
  expect(
    ['Ngọc-Anh Berthier', 'Marie-Françoise Delacroix-Bontemps', 'Łukasz', 'ömer_42', '42'].map(initialsOf),
  ).toEqual(['NB', 'MB', 'Ł', 'Ö', ''])
})

test('hueOf always returns the same hue, in degrees, for a name', () => {
  expect(hueOf('Théo')).toBe(hueOf('Théo'))
  expect(hueOf('Théo')).toBeLessThan(360)
})
