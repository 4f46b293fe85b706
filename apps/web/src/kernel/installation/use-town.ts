import type { Point } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { findTown } from './find-town.ts'

export interface Town {
  name: string
  point: Point
}

const DEBOUNCE_MS = 400
const MIN_POSTCODE_LENGTH = 4

/** The town of a postal address while it is typed. Returns the last town found until another one is found. */
export const useTown = ({ zipCode, city }: { zipCode: string; city: string }): Town | null => {
  const [town, postcode] = [city.trim(), zipCode.trim()]
  const input = `${town}\n${postcode}`
  const [debouncedInput, setDebouncedInput] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedInput(input), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [input])
  const { data: found } = useQuery({
    queryKey: ['installation', 'town', town, postcode],
    queryFn: ({ signal }) => findTown(town, postcode, signal),
    staleTime: 'static',
    retry: false,
    enabled: debouncedInput === input && (town !== '' || postcode.length >= MIN_POSTCODE_LENGTH),
  })
  const [last, setLast] = useState<Town | null>(null)
  if (found && found !== last) setLast(found)
  return last
}
