import type { Db } from '#server/kernel/postgres/db.ts'

/**
 * Sets the number of messages in the group of an event; a rendered post with another number is rebuilt when it is next
 * read.
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
