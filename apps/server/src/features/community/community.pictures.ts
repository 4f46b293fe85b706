import { isAdminLike } from '@parvis/contract/roles.ts'
import { sql } from 'kysely'
import type { PictureAccess } from '#server/kernel/picture-access.ts'

export const communityPictures: PictureAccess = {
  isReferenced: sql<boolean>`(exists (select from communities where logo_id = m.id)
    or exists (select from communities where plan_id = m.id)
    or exists (select from communities where map_photo_id = m.id)
    or exists (select from cities where photo_id = m.id)
    or exists (select from communities c where c.id = m.community_id
      and c.slides @> jsonb_build_array(jsonb_build_object('photo_id', m.id))))`,
  /** The plan and the map of a private community are visible to its members and moderators only, as in `canSeeInsideCommunity`. */
  isShowcased: actor => {
    const organizationId = actor && isAdminLike(actor.role) ? actor.organizationId : null
    return sql<boolean>`exists (select from communities c where (c.plan_id = m.id or c.map_photo_id = m.id)
      and (not c.is_private or c.id = ${actor?.communityId ?? null}::uuid or c.organization_id = ${organizationId}::uuid
        or ${actor?.role === 'webmaster'}))`
  },
}
