// Erases the content of a departed member’s messages; the rows remain stored, so that the numbering has no gaps.
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { markPicturesUnused, releasePicture } from '../media/media.service.ts'
import { scheduleMessageRecount } from './message-counts.service.ts'
import { type ConversationKey, isSystemMessageColumn } from './message.queries.ts'
import { publishMessageUpdates } from './publish-update.service.ts'

const BATCH_SIZE = 200

const eraseInConversation = async (platform: Platform, key: ConversationKey, userId: string): Promise<number> => {
  const { db, clock } = platform
  const now = clock.now()
  const eraseBatch = () =>
    inTransaction(db, async (tx, afterCommit) => {
      // System messages of a group have no text and stay unchanged.
      const { rows } = await sql<{ id: string; image_id: string | null }>`
        with old as (
          select place, id, image_id from messages m
          where community_id = ${key.communityId} and conversation_id = ${key.conversationId} and user_id = ${userId}
            and (tmp_id <> id::text or (deleted_at is null and not ${isSystemMessageColumn}))
          order by place limit ${BATCH_SIZE} for update
        )
        update messages m set text = null, image_id = null, latitude = null, longitude = null, youtube_video_id = null, video_title = null,
          event_id = null, event_community_id = null, tmp_id = m.id::text,
          deleted_at = case when ${isSystemMessageColumn} then m.deleted_at else coalesce(m.deleted_at, ${now}) end
        from old where m.community_id = ${key.communityId} and m.conversation_id = ${key.conversationId} and m.place = old.place
        returning m.id, old.image_id`.execute(tx)
      // The retained copies of hidden messages are deleted too.
      const hidden = await tx
        .deleteFrom('hidden_messages')
        .where('community_id', '=', key.communityId)
        .where(sql<boolean>`message_id = any (${rows.map(({ id }) => id)}::uuid[])`)
        .returning('image_id')
        .execute()
      const pictures = [...rows, ...hidden].flatMap(({ image_id }) => image_id ?? [])
      await markPicturesUnused(tx, pictures, now)
      await publishMessageUpdates(
        platform,
        { tx, afterCommit },
        key,
        rows.map(({ id }) => id),
      )
      return { count: rows.length, pictures }
    })
  let total = 0
  let count: number
  do {
    const batch = await eraseBatch()
    count = batch.count
    total += count
    for (const picture of batch.pictures) await releasePicture(platform, picture, 'conversation')
  } while (count === BATCH_SIZE)
  return total
}

/** Snapshots in reports are retained for the moderators, but without what this member wrote. */
const eraseReports = async ({ db }: Platform, userId: string) => {
  await sql`
    update message_flags set snapshot = (
      select jsonb_agg(case when m.one ->> 'user_id' = ${userId} then m.one || jsonb_build_object('text', null, 'image_id', null,
        'latitude', null, 'longitude', null, 'youtube_video_id', null, 'event_id', null) else m.one end order by m.at)
      from jsonb_array_elements(snapshot) with ordinality as m (one, at))
    where snapshot @> jsonb_build_array(jsonb_build_object('user_id', ${userId}::text))`.execute(db)
  await db.updateTable('message_flags').set({ rule: null, reason: null }).where('reporter_id', '=', userId).execute()
}

/** Whether the user is a member of any conversation: then the row in `users` must be retained, even without content. */
export const isInAnyConversation = async ({ db }: Pick<Platform, 'db'>, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('conversation_members')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Erases all messages of a user, conversation by conversation, and ends the user’s membership in all groups. */
export const eraseMessagesOf = async (platform: Platform, { userId }: { userId: string }): Promise<void> => {
  const { db, bus, clock } = platform
  const conversations = await db
    .selectFrom('conversation_members as cm')
    .innerJoin('conversations as c', join =>
      join.onRef('c.community_id', '=', 'cm.community_id').onRef('c.id', '=', 'cm.conversation_id'),
    )
    .select(['c.community_id', 'c.id', 'c.event_id'])
    .where('cm.user_id', '=', userId)
    .execute()
  for (const { community_id: communityId, id: conversationId, event_id } of conversations) {
    const key = { communityId, conversationId }
    const erased = await eraseInConversation(platform, key, userId)
    if (!event_id) continue
    await db
      .updateTable('conversation_members')
      .set({ left_at: clock.now() })
      .where('community_id', '=', communityId)
      .where('conversation_id', '=', conversationId)
      .where('user_id', '=', userId)
      .where('left_at', 'is', null)
      .execute()
    bus.publish('conversation.changed', key)
    if (erased > 0) scheduleMessageRecount(platform, key, event_id)
  }
  await eraseReports(platform, userId)
}
