import { type CachedImage, cachedImageTypes } from '@parvis/contract/installation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { findDealPhotos } from './deal-list.queries.ts'
import { findDealCategories } from './deals.queries.ts'

/** The category pictograms, the thumbnails of the newest deals, and their static maps. */
export const findDealImages = async (
  db: Db,
  { communityId, community }: Actor,
  clock: Clock,
): Promise<CachedImage[]> => {
  if (!community.gooddeal) return []
  const [categories, { photos, maps }] = await Promise.all([
    findDealCategories(db),
    findDealPhotos(db, communityId, clock.now()),
  ])
  return [
    ...categories.map(({ picto }) => ({ type: cachedImageTypes.dealCategories, uri: `/media/picto/${picto}.svg` })),
    ...photos.map(id => ({ type: cachedImageTypes.dealThumbs, uri: `${presentMediaUri(id)}/thumb` })),
    ...maps.map(id => ({ type: cachedImageTypes.staticMaps, uri: `${presentMediaUri(id)}/card` })),
  ]
}
