import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { type AuthorRow, fullAuthorColumn } from '../session/author.columns.ts'

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

export const findBirthdates = (db: Db | Tx, communityId: string, userIds: readonly string[]) =>
  db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.id', 'u.birthdate', 'c.timezone'])
    .where('u.community_id', '=', communityId)
    .where('u.id', 'in', [...new Set(userIds)])
    .where('u.birthdate', 'is not', null)
    .execute()

/** Whether there are accounts of the demo world, whose password is public. */
export const hasDemoAccounts = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('email', 'like', '%@demo.example')
    .limit(1)
    .executeTakeFirst()) !== undefined
