import type { Deal } from '@parvis/contract/deals.ts'
import { drawDealMap } from '@parvis/contract/write-deals.ts'
import type { QueryClient } from '@tanstack/react-query'
import { upload } from '#web/kernel/http/upload.ts'
import { installationQuery } from '#web/kernel/installation/installation.queries.ts'
import { dealsKeys } from './deals.queries.ts'

/**
 * A picture of the streets around the deal, for whoever reads it: made beside everything else, without it nothing is
 * missing.
 */
const drawMap = async (queryClient: QueryClient, { _id, loc }: Pick<Deal, '_id' | 'loc'>): Promise<void> => {
  const { tilesStyleUrl } = await queryClient.query(installationQuery())
  if (!loc || !tilesStyleUrl) return
  const { drawStaticMap } = await import('#web/ui/map/draw-static-map.ts')
  const drawn = await drawStaticMap(loc, tilesStyleUrl, { withDot: false })
  if (!drawn) return
  // refused once somebody has moved it: it is drawn anew by the next who looks
  await upload(drawDealMap, { body: { _id, loc, alt: drawn.credit }, files: [drawn.file] })
  await queryClient.invalidateQueries({ queryKey: dealsKeys.all })
}

/** Deals whose map is on its way, by id. */
const onTheirWay = new Set<string>()

/** Draws it beside everything else; once at a time. */
export const drawOnce = (queryClient: QueryClient, deal: Pick<Deal, '_id' | 'loc'>): void => {
  if (onTheirWay.has(deal._id)) return
  onTheirWay.add(deal._id)
  drawMap(queryClient, deal)
    .catch(() => {})
    .finally(() => onTheirWay.delete(deal._id))
}
