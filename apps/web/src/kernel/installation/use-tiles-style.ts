import { useQuery } from '@tanstack/react-query'
import { installationQuery } from './installation.queries.ts'

/** The address of the style of the maps: undefined as long as it is not known, null where there are no tiles. */
export const useTilesStyle = (): string | null | undefined => {
  const installation = useQuery(installationQuery())
  return installation.isError ? null : installation.data?.tilesStyleUrl
}
