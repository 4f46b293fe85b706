import type { Db } from '#server/kernel/postgres/db.ts'

/** Sets the message count of an event’s group; a cached rendered post with another count is rebuilt when next read. */
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
