import type { Db } from '#server/kernel/postgres/db.ts'
import { isNotifiedWebmasterColumn } from '../session/webmaster.columns.ts'

/** Accounts that are webmaster in any community and can receive mail. */
export const findWebmasters = (db: Db) =>
  db
    .selectFrom('accounts')
    .select(['id', 'email', 'language'])
    .where('id', 'in', query => query.selectFrom('users as u').select('u.account_id').where(isNotifiedWebmasterColumn))
    .execute()

export const findRequest = (db: Db, id: string) =>
  db
    .selectFrom('community_requests')
    .select(['name', 'community_type', 'town', 'email', 'message'])
    .where('id', '=', id)
    .executeTakeFirst()
