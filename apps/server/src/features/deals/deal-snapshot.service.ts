// Stores the content of a deal when it is reported or removed by moderators, who decide on this version even if the
// deal is edited later.
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { SnapshotCause } from '#server/kernel/report.ts'
import { lockPictures } from '../media/media.service.ts'
import type { DealRow } from './deals.queries.ts'

export const storeDealSnapshot = async (
  tx: Tx,
  id: string,
  { reporterId, rule, reason, at }: SnapshotCause,
): Promise<void> => {
  await sql`insert into deal_flags (community_id, id, deal_id, reporter_id, rule, reason, snapshot, created_at)
    select d.community_id, ${newId()}, d.id, ${reporterId}, ${rule}, ${reason}, jsonb_build_object(
      'user_id', d.user_id, 'title', d.title, 'title_en', d.title_en, 'description', d.description,
      'description_en', d.description_en, 'promotion', d.promotion, 'promotion_en', d.promotion_en, 'price', d.price,
      'price_en', d.price_en, 'web_site_url', d.web_site_url, 'fb_url', d.fb_url, 'photo_id', d.photo_id), ${at}
    from deals d where d.id = ${id}`.execute(tx)
}

export const buildReportSubject = async (
  tx: Tx,
  { id, community_id: communityId, user_id: userId, photo }: DealRow,
) => ({
  kind: 'deal' as const,
  communityId,
  subjectId: id,
  author: { communityId, userId },
  otherParticipants: [],
  pictureIds: await lockPictures(tx, photo ? [photo.id] : []),
})
