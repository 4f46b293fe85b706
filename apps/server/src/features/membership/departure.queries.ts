import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'

/** For each community, the communities whose members can read its content: itself and those of its organisation. */
export const findReadingCommunities = (
  db: Db | Tx,
  communityIds: readonly string[],
): Promise<{ community: string; reader: string }[]> =>
  selectRows(
    db,
    sql<{ community: string; reader: string }>`
    select c.id as community, c.id as reader from communities c where c.id = any (${communityIds}::uuid[])
    union
    select c.id, near.id from communities c join communities near on near.organization_id = c.organization_id
    where c.id = any (${communityIds}::uuid[])`,
  )

/** Users who departed before this time and are not erased, the earliest first. */
export const findDepartedBefore = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('users')
    .select(['community_id as communityId', 'id as userId', 'account_id as accountId'])
    .where('gone_at', '<=', before)
    .where('erased_at', 'is', null)
    .orderBy('gone_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** The facts about an account and all its memberships that decide whether and how it may be left. */
export const findDepartureState = async (db: Db, accountId: string) => {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'password_hash', 'confirmed_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const memberships = await db
    .selectFrom('users as u')
    .innerJoin('communities as c', 'c.id', 'u.community_id')
    .select(['u.community_id', 'u.role', 'u.first_login', 'u.disabled_at', 'c.name'])
    .where('u.account_id', '=', accountId)
    .where('u.gone_at', 'is', null)
    .orderBy('c.name')
    .execute()
  return { ...account, memberships }
}
