import type { Deal } from '@parvis/contract/deals.ts'
import { drawDealMap } from '@parvis/contract/write-deals.ts'
import type { QueryClient } from '@tanstack/react-query'
import { upload } from '#web/kernel/http/upload.ts'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { dealsKeys } from './deals.queries.ts'

/** Renders a static map around the deal in the background and uploads it; the deal works without it. */
const drawMap = async (queryClient: QueryClient, { _id, loc }: Pick<Deal, '_id' | 'loc'>): Promise<void> => {
  const { tilesStyleUrl } = await queryClient.query(installationQuery())
  if (!loc || !tilesStyleUrl) return
  const { renderStaticMap } = await import('#web/ui/map/render-static-map.ts')
  const drawn = await renderStaticMap(loc, tilesStyleUrl, { withDot: false })
  if (!drawn) return
  // The server refuses it once the deal has moved; the next viewer draws it again.
  await upload(drawDealMap, { body: { _id, loc, alt: drawn.attribution }, files: [drawn.file] })
  await queryClient.invalidateQueries({ queryKey: dealsKeys.all })
}

/** Ids of the deals whose map is being drawn. */
const inFlight = new Set<string>()

/** Draws the map in the background, once at a time per deal. */
export const drawOnce = (queryClient: QueryClient, deal: Pick<Deal, '_id' | 'loc'>): void => {
  if (inFlight.has(deal._id)) return
  inFlight.add(deal._id)
  drawMap(queryClient, deal)
    .catch(() => {})
    .finally(() => inFlight.delete(deal._id))
}
