import { type RawBuilder, sql } from 'kysely'

/**
 * Whether `userId` has blocked the user of the table alias; also true while the block is not in force because one of
 * them is on the team.
 */
export const isBlockedByColumn = (alias: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from user_blocks b where b.user_id = ${userId} and b.blocked_user_id = ${sql.ref(`${alias}.id`)})`
