import type { Point } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export interface Town {
  name: string
  point: Point
}

/** A pause in the writing after which a town is looked up, in milliseconds. */
const PAUSE_MS = 400
/** The shortest postcode that is looked up alone: shorter ones are not written to their end. */
const MIN_CODE_LENGTH = 4

/**
 * The town that is written in an address, once its writer pauses; null where none is known. The one before stays until
 * another is.
 */
export const useTown = ({ zipCode, city }: { zipCode: string; city: string }): Town | null => {
  const [town, code] = [city.trim(), zipCode.trim()]
  const asked = `${town}\n${code}`
  const [settled, setSettled] = useState(asked)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(asked), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [asked])
  const { data: found } = useQuery({
    queryKey: ['installation', 'town', town, code],
    // few write a new address: what looks it up comes when somebody does
    queryFn: async ({ signal }) => (await import('./find-town.ts')).findTown(town, code, signal),
    staleTime: 'static',
    retry: false,
    enabled: settled === asked && (town !== '' || code.length >= MIN_CODE_LENGTH),
  })
  const [last, setLast] = useState<Town | null>(null)
  if (found && found !== last) setLast(found)
  return last
}
