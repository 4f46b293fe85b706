// @vitest-environment node
import type { City } from '@parvis/contract/find.ts'
import { expect, test } from 'vitest'
import { townIn } from './find-town.ts'

const city = (name: string, more: Partial<City> = {}) =>
  ({ name, longitude: 6, latitude: 45, approximate: false, ...more }) as City

test('finds a town by any of its complete names, and by a postcode alone the first one', () => {
  const cities = [city('Saint-Martin-Bellevue'), city('Saint-Martin'), city('Annecy', { foundBy: 'Seynod' })]
  expect(townIn(cities, 'saint martin')?.name).toBe('Saint-Martin')
  expect(townIn(cities, 'SEYNOD')?.name).toBe('Annecy')
  // An incomplete name must not move the map.
  expect(townIn(cities, 'Saint-Mart')).toBeNull()
  expect(townIn(cities, '')).toEqual({
    name: 'Saint-Martin-Bellevue',
    point: { type: 'Point', coordinates: [6, 45] },
  })
  expect(townIn([city('Ici', { approximate: true })], 'Ici')).toBeNull()
})
