import { useQuery } from '@tanstack/react-query'
import { installationQuery } from './installation.queries.ts'

/** The URL of the map style: undefined while it is loading, null if the server has no map tiles. */
export const useTilesStyleUrl = (): string | null | undefined => {
  const installation = useQuery(installationQuery())
  return installation.isError ? null : installation.data?.tilesStyleUrl
}
