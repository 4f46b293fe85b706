import type { Deal } from '@parvis/contract/deals.ts'
import { drawDealMap } from '@parvis/contract/write-deals.ts'
import type { QueryClient } from '@tanstack/react-query'
import { upload } from '#web/kernel/http/upload.ts'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { dealsKeys } from './deals.queries.ts'

/** Renders and uploads a static map of the deal in the background; the deal also works without a map. */
const drawMap = async (queryClient: QueryClient, { _id, loc }: Pick<Deal, '_id' | 'loc'>): Promise<void> => {
  const { tilesStyleUrl } = await queryClient.query(installationQuery())
  if (!loc || !tilesStyleUrl) return
  const { renderStaticMap } = await import('#web/ui/map/render-static-map.ts')
  const drawn = await renderStaticMap(loc, tilesStyleUrl, { withDot: false })
  if (!drawn) return
  // The server refuses the map if the location of the deal has changed meanwhile; a later viewer draws a new one.
  await upload(drawDealMap, { body: { _id, loc, alt: drawn.attribution }, files: [drawn.file] })
  await queryClient.invalidateQueries({ queryKey: dealsKeys.all })
}

/** Ids of the deals whose map is being drawn. */
const inFlight = new Set<string>()

/** Draws the static map in the background, at most once at a time for each deal. */
export const drawDealMapOnce = (queryClient: QueryClient, deal: Pick<Deal, '_id' | 'loc'>): void => {
  if (inFlight.has(deal._id)) return
  inFlight.add(deal._id)
  drawMap(queryClient, deal)
    .catch(() => {})
    .finally(() => inFlight.delete(deal._id))
}
