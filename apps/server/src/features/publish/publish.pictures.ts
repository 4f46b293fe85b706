import { sql } from 'kysely'
import type { PictureAccess } from '#server/kernel/picture-access.ts'
import { isOfferedTo } from './template.columns.ts'

export const templatePictures: PictureAccess = {
  isReferenced: sql<boolean>`exists (select from templates where photo_id = m.id)`,
  isVisible: {
    community: actor =>
      sql<boolean>`exists (select from templates t where t.photo_id = m.id and t.removed_at is null and ${isOfferedTo(actor)})`,
  },
}
