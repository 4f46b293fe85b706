import { type CachedImage, cachedImageTypes } from '@parvis/contract/installation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'

/** The pictograms of the templates that the community may have, and of their categories. */
export const findTemplateImages = async (db: Db, { communityId }: Actor): Promise<CachedImage[]> => {
  const rows = await db
    .selectFrom('templates')
    .select('picto')
    .where(eb => eb.or([eb('community_id', 'is', null), eb('community_id', '=', communityId)]))
    .union(
      db
        .selectFrom('template_categories')
        .select('picto')
        .where(eb => eb.or([eb('community_id', 'is', null), eb('community_id', '=', communityId)])),
    )
    .orderBy('picto')
    .execute()
  return rows.map(({ picto }) => ({ type: cachedImageTypes.templatePictograms, uri: `/media/picto/${picto}.svg` }))
}
