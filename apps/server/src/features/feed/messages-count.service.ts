import type { Db } from '#server/kernel/postgres/db.ts'

/**
 * Says on an event how many messages its group holds; a card that says another figure is made anew when it is next
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
