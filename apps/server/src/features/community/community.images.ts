import { type CachedImage, cachedImageTypes } from '@parvis/contract/installation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { findCommunityById } from './community.queries.ts'

const { logoAndPlan, staticMaps } = cachedImageTypes

export const findCommunityImages = async (db: Db, { communityId }: Actor): Promise<CachedImage[]> => {
  const row = await findCommunityById(db, communityId)
  const sized = (type: CachedImage['type'], id: string | null | undefined, ...sizes: string[]) =>
    id ? sizes.map(size => ({ type, uri: `${presentMediaUri(id)}/${size}` })) : []
  return [
    ...sized(logoAndPlan, row?.logo?.id, 'thumb'),
    ...sized(logoAndPlan, row?.plan_id, 'card', 'full'),
    ...sized(staticMaps, row?.map_photo_id, 'card'),
  ]
}
