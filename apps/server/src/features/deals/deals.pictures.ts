import { sql } from 'kysely'
import type { PictureAccess } from '#server/kernel/picture-access.ts'

export const dealPictures: PictureAccess = {
  isReferenced: sql<boolean>`(exists (select from deals where photo_id = m.id)
    or exists (select from deals where map_photo_id = m.id))`,
  isVisible: {
    public: ({ userId }) =>
      sql<boolean>`exists (select from deals d where (d.photo_id = m.id or d.map_photo_id = m.id) and d.user_id = ${userId})`,
  },
  isWithheld: sql<boolean>`exists (select from deals d where (d.photo_id = m.id or d.map_photo_id = m.id) and d.hidden_at is not null)`,
}
