import { type CachedImage, cachedImageTypes } from '@parvis/contract/installation.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { presentMediaUri } from '#server/kernel/picture.ts'
import { isOfferedTo } from './template.columns.ts'

const MAX_PHOTOS = 100

/** The pictograms of all templates and categories of the community, and the photos of those offered to the actor. */
export const findTemplateImages = async (db: Db, actor: Actor): Promise<CachedImage[]> => {
  const [pictos, photos] = await Promise.all([findPictos(db, actor.communityId), findPhotos(db, actor)])
  return [
    ...pictos.map(picto => ({ type: cachedImageTypes.templatePictograms, uri: `/media/picto/${picto}.svg` })),
    ...photos.map(id => ({ type: cachedImageTypes.templatePhotos, uri: `${presentMediaUri(id)}/card` })),
  ]
}

const findPictos = async (db: Db, communityId: string): Promise<string[]> => {
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
  return rows.map(({ picto }) => picto)
}

const findPhotos = async (db: Db, actor: Actor): Promise<string[]> => {
  const rows = await db
    .selectFrom('templates as t')
    .select('t.photo_id')
    .where('t.removed_at', 'is', null)
    .where('t.photo_id', 'is not', null)
    .where(isOfferedTo(actor))
    .orderBy('t.id', 'desc')
    .limit(MAX_PHOTOS)
    .execute()
  return rows.map(({ photo_id }) => photo_id!)
}
