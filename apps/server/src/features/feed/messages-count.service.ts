import type { Db } from '#server/kernel/postgres/db.ts'

/**
 * Stores the number of messages in the group conversation of an event. A cached rendered post with another number is
 * rebuilt when it is read.
 */
export const setMessagesCount = async (
  db: Db,
  { communityId, eventId }: { communityId: string; eventId: string },
  count: number,
): Promise<void> => {
  await db
    .updateTable('events')
    .set({ messages_count: count })
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .where('messages_count', '!=', count)
    .execute()
}
