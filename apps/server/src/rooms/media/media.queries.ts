import type { Db } from '#server/kernel/db.ts'
import type { MediaAccess } from './media.policy.ts'

export const findMediaAccess = async (db: Db, id: string): Promise<MediaAccess | null> => {
  const row = await db.selectFrom('media').leftJoin('communities', 'communities.id', 'media.community_id')
    .select(['media.class', 'media.community_id', 'media.user_id', 'media.unused_since', 'communities.organization_id'])
    .where('media.id', '=', id).executeTakeFirst()
  return row ? { class: row.class, communityId: row.community_id, organizationId: row.organization_id, userId: row.user_id, unused: row.unused_since !== null } : null
}
