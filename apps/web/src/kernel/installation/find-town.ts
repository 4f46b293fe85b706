import { type City, searchCities } from '@parvis/contract/find.ts'
import { call } from '#web/kernel/http/api.ts'
import type { Town } from './use-town.ts'

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s-]+/g, ' ')
    .toLowerCase()

/** The town with exactly this name or alternative name; for a postcode alone, the first one. */
export const townIn = (cities: readonly City[], city: string): Town | null => {
  const wanted = folded(city)
  const found = wanted
    ? cities.find(({ name, foundBy }) => [name, foundBy].some(one => one !== undefined && folded(one) === wanted))
    : cities[0]
  return found && !found.approximate
    ? { name: found.name, point: { type: 'Point', coordinates: [found.longitude, found.latitude] } }
    : null
}

export const findTown = async (city: string, zipCode: string, signal: AbortSignal): Promise<Town | null> => {
  const { docs } = await call(searchCities, { query: { name: `${city} ${zipCode}`.trim() }, signal })
  return townIn(docs, city)
}
