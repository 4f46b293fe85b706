import { sql } from 'kysely'
import { isVisiblePersonColumn } from '#server/kernel/minors.ts'
import type { PictureAccess } from '#server/kernel/picture-access.ts'

export const portraits: PictureAccess = {
  isReferenced: sql<boolean>`(exists (select from users where photo_id = m.id)
    or exists (select from hidden_profiles where photo_id = m.id))`,
  isVisible: {
    community: (actor, ages) => sql<boolean>`exists (select from users u where u.photo_id = m.id
      and u.community_id = ${actor.communityId} and ${isVisiblePersonColumn(actor, ages)})`,
  },
}
