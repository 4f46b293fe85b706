import { type CachedImage, cachedImageTypes } from '@parvis/contract/installation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentMediaUri } from '../media/media.presenter.ts'
import { findCommunityById } from './community.queries.ts'

/** The logo of the community. */
export const findCommunityImages = async (db: Db, { communityId }: Actor): Promise<CachedImage[]> => {
  const uri = presentMediaUri((await findCommunityById(db, communityId))?.logo?.id)
  return uri ? [{ type: cachedImageTypes.logoAndPlan, uri: `${uri}/thumb` }] : []
}
