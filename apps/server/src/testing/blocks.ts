import type { TestServer } from './test-server.ts'

/**
 * Adds the second block of a mutual one. Only concurrent calls can produce it, because a blocked user can no longer
 * find the other.
 */
export const addReverseBlock = async (
  { db, platform }: Pick<TestServer, 'db' | 'platform'>,
  by: { userId: string },
  of: { userId: string },
): Promise<void> => {
  const communityOf = async ({ userId }: { userId: string }) =>
    (await db.selectFrom('users').select('community_id').where('id', '=', userId).executeTakeFirstOrThrow())
      .community_id
  await db
    .insertInto('user_blocks')
    .values({
      community_id: await communityOf(by),
      user_id: by.userId,
      blocked_community_id: await communityOf(of),
      blocked_user_id: of.userId,
      created_at: new Date(),
    })
    .execute()
  platform.bus.publish('actor.changed', { userIds: [by.userId, of.userId] })
}
