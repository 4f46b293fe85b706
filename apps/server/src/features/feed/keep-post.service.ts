// A snapshot of a post is stored when it is flagged, or removed by the team; moderation decides on it, whatever is
// edited later.
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { Report, RuleAndReason } from '#server/kernel/report.ts'
import { holdPictures } from '../media/media.service.ts'

export interface KeptPost extends RuleAndReason {
  /** Null where nobody flagged it. */
  reporterId: string | null
  at: Date
}

export const keepPost = async (
  tx: Tx,
  { communityId, _id: id }: Pick<LiveEvent, 'communityId' | '_id'>,
  { reporterId, rule, reason, at }: KeptPost,
): Promise<void> => {
  await sql`insert into event_flags (community_id, id, event_id, reporter_id, rule, reason, snapshot, created_at)
    select e.community_id, ${newId()}, e.id, ${reporterId}, ${rule}, ${reason}, to_jsonb(e), ${at}
    from events e where e.community_id = ${communityId} and e.id = ${id}`.execute(tx)
}

/** Weather posts have no author. */
export const authorOfPost = ({ groupId, communityId, userId }: LiveEvent): Report['author'] =>
  groupId === 'weather' ? null : { communityId, userId }

export const holdPicturesOf = (tx: Tx, { photo }: LiveEvent): Promise<string[]> =>
  holdPictures(tx, photo ? [photo._id] : [])
