import type { Point } from '@parvis/contract/community.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

export interface Town {
  name: string
  point: Point
}

const PAUSE_MS = 400
/** Shorter postcodes are incomplete and not looked up alone. */
const MIN_CODE_LENGTH = 4

/** The town of an address being typed. The last one found stays until there is another. */
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
    queryFn: async ({ signal }) => (await import('./find-town.ts')).findTown(town, code, signal),
    staleTime: 'static',
    retry: false,
    enabled: settled === asked && (town !== '' || code.length >= MIN_CODE_LENGTH),
  })
  const [last, setLast] = useState<Town | null>(null)
  if (found && found !== last) setLast(found)
  return last
}
