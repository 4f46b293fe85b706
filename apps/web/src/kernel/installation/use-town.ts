import type { Point } from '@parvis/contract/community.ts'
import { type City, searchCities } from '@parvis/contract/find.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '#web/kernel/http/api.ts'

export interface Town {
  name: string
  point: Point
}

/** A pause in the writing after which a town is looked up, in milliseconds. */
const PAUSE_MS = 400
/** The shortest postcode that is looked up alone: shorter ones are not written to their end. */
const MIN_CODE_LENGTH = 4

const townQuery = (typed: string) =>
  queryOptions({
    queryKey: ['installation', 'town', typed],
    queryFn: ({ signal }) => call(searchCities, { query: { name: typed }, signal }),
    staleTime: 'static',
    retry: false,
    enabled: typed !== '',
  })

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s-]+/g, ' ')
    .toLowerCase()

/** The town that is named whole, by its name or another one of it; by a postcode alone the first that has it. */
export const townIn = (cities: readonly City[], city: string): Town | null => {
  const wanted = folded(city)
  const found = wanted
    ? cities.find(({ name, foundBy }) => [name, foundBy].some(one => one !== undefined && folded(one) === wanted))
    : cities[0]
  return found && !found.approximate
    ? { name: found.name, point: { type: 'Point', coordinates: [found.longitude, found.latitude] } }
    : null
}

/**
 * The town that is written in an address, once its writer pauses; null where none is known. The one before stays until
 * another is.
 */
export const useTown = ({ zipCode, city }: { zipCode: string; city: string }): Town | null => {
  const [town, code] = [city.trim(), zipCode.trim()]
  const asked = town ? `${town} ${code}`.trim() : code.length >= MIN_CODE_LENGTH ? code : ''
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  const query = useQuery(townQuery(settled))
  const [last, setLast] = useState<Town | null>(null)
  const found = query.data && settled === asked ? townIn(query.data.docs, town) : null
  if (found && found.point.coordinates.join() !== last?.point.coordinates.join()) setLast(found)
  return last
}
