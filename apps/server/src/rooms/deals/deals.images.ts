import { type CachedImage, cachedImageTypes } from '@parvis/contract/installation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import { findDealCategories, findDealPhotos } from './deals.queries.ts'

/** The pictograms of the categories, and the small photos of the newest deals. */
export const findDealImages = async (db: Db, { communityId, community }: Actor): Promise<CachedImage[]> => {
  if (!community.gooddeal) return []
  const [categories, photos] = await Promise.all([findDealCategories(db), findDealPhotos(db, communityId)])
  return [
    ...categories.map(({ picto }) => ({ type: cachedImageTypes.dealCategories, uri: `/media/picto/${picto}.svg` })),
    ...photos.map(id => ({ type: cachedImageTypes.dealThumbs, uri: `${presentMediaUri(id)}/thumb` })),
  ]
}
