import type { TestServer } from './test-server.ts'

/**
 * Adds the reverse of an existing block, so that both users block each other. Only concurrent calls can produce this
 * state, because a blocked user can no longer find the blocker.
 */
export const addReverseBlock = async (
  { db, platform }: Pick<TestServer, 'db' | 'platform'>,
  blocker: { userId: string },
  blocked: { userId: string },
): Promise<void> => {
  const communityOf = async ({ userId }: { userId: string }) =>
    (await db.selectFrom('users').select('community_id').where('id', '=', userId).executeTakeFirstOrThrow())
      .community_id
  await db
    .insertInto('user_blocks')
    .values({
      community_id: await communityOf(blocker),
      user_id: blocker.userId,
      blocked_community_id: await communityOf(blocked),
      blocked_user_id: blocked.userId,
      created_at: new Date(),
    })
    .execute()
  platform.bus.publish('actor.changed', { userIds: [blocker.userId, blocked.userId] })
}
