// Deletes the reports about an erased member. Reports by that member remain stored, without their rule and text.
import type { Platform } from '#server/kernel/platform.ts'

export const erasePersonReports = async (
  { db }: Pick<Platform, 'db'>,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<void> => {
  await db.deleteFrom('user_flags').where('community_id', '=', communityId).where('user_id', '=', userId).execute()
  await db.updateTable('user_flags').set({ rule: null, reason: null }).where('reporter_id', '=', userId).execute()
}
