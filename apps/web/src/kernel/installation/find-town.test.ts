// @vitest-environment node
import type { City } from '@parvis/contract/find.ts'
import { expect, test } from 'vitest'
import { matchTown } from './find-town.ts'

const city = (name: string, more: Partial<City> = {}) =>
  ({ name, longitude: 6, latitude: 45, approximate: false, ...more }) as City

test('matchTown finds a town by any of its complete names, and returns the first town if no name is given', () => {
  const cities = [city('Saint-Martin-Bellevue'), city('Saint-Martin'), city('Annecy', { foundBy: 'Seynod' })]
  expect(matchTown(cities, 'saint martin')?.name).toBe('Saint-Martin')
  expect(matchTown(cities, 'SEYNOD')?.name).toBe('Annecy')
  // An incomplete name matches no town, as it would move the map while the user is typing.
  expect(matchTown(cities, 'Saint-Mart')).toBeNull()
  expect(matchTown(cities, '')).toEqual({
    name: 'Saint-Martin-Bellevue',
    point: { type: 'Point', coordinates: [6, 45] },
  })
  expect(matchTown([city('Ici', { approximate: true })], 'Ici')).toBeNull()
})
