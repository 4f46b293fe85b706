// A snapshot of a post is stored when the post is flagged or removed. Moderators judge this snapshot, even if the post
// is edited later.
import type { FeedPost } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import { newId } from '#server/kernel/ids.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { Report, SnapshotCause } from '#server/kernel/report.ts'
import { lockPictures } from '../media/media.service.ts'

export const storePostSnapshot = async (
  tx: Tx,
  { communityId, _id: id }: Pick<FeedPost, 'communityId' | '_id'>,
  { reporterId, rule, reason, at }: SnapshotCause,
): Promise<void> => {
  await sql`insert into event_flags (community_id, id, event_id, reporter_id, rule, reason, snapshot, created_at)
    select e.community_id, ${newId()}, e.id, ${reporterId}, ${rule}, ${reason}, to_jsonb(e), ${at}
    from events e where e.community_id = ${communityId} and e.id = ${id}`.execute(tx)
}

/** Returns null for weather posts, which the server wrote. */
export const authorOfPost = ({ groupId, communityId, userId }: FeedPost): Report['author'] =>
  groupId === 'weather' ? null : { communityId, userId }

export const lockPicturesOf = (tx: Tx, { photo }: FeedPost): Promise<string[]> =>
  lockPictures(tx, photo ? [photo._id] : [])
