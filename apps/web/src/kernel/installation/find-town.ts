import { type City, searchCities } from '@parvis/contract/find.ts'
import { call } from '#web/kernel/http/api.ts'
import type { Town } from './use-town.ts'

const normalizeName = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s-]+/g, ' ')
    .toLowerCase()

/** The town with exactly this name or alternative name; without a name, the first town of the postcode. */
export const matchTown = (cities: readonly City[], townName: string): Town | null => {
  const wanted = normalizeName(townName)
  const found = wanted
    ? cities.find(({ name, foundBy }) =>
        [name, foundBy].some(candidate => candidate !== undefined && normalizeName(candidate) === wanted),
      )
    : cities[0]
  return found && !found.approximate
    ? { name: found.name, point: { type: 'Point', coordinates: [found.longitude, found.latitude] } }
    : null
}

export const findTown = async (townName: string, zipCode: string, signal: AbortSignal): Promise<Town | null> => {
  const { docs } = await call(searchCities, { query: { name: `${townName} ${zipCode}`.trim() }, signal })
  return matchTown(docs, townName)
}
