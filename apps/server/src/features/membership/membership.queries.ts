import type { Db } from '#server/kernel/postgres/db.ts'
import { type AuthorRow, fullAuthorColumn } from '#server/kernel/author.ts'

export const findAuthors = async (
  db: Db,
  members: readonly { communityId: string; userId: string }[],
): Promise<AuthorRow[]> =>
  (
    await db
      .selectFrom('users as u')
      .select(fullAuthorColumn('u').as('author'))
      .where('u.community_id', 'in', [...new Set(members.map(({ communityId }) => communityId))])
      .where('u.id', 'in', [...new Set(members.map(({ userId }) => userId))])
      .execute()
  ).map(({ author }) => author)

/** Whether there are accounts of the demo world, whose password is public. */
export const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('email', 'like', '%@demo.example')
    .limit(1)
    .executeTakeFirst()) !== undefined
