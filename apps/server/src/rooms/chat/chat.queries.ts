import type { Db } from '#server/kernel/postgres/db.ts'
import { authorColumn } from '../session/author.columns.ts'

/** The members of a community but one; who waits for approval or has never come in is not there yet. */
export const findNeighbors = (db: Db, communityId: string, exceptUserId: string) =>
  db
    .selectFrom('users as u')
    .select(authorColumn('u').as('author'))
    .where('u.community_id', '=', communityId)
    .where('u.id', '<>', exceptUserId)
    .where('u.role', '<>', 'guest')
    .where('u.enabled_at', 'is not', null)
    .where('u.need_update', '=', false)
    .where('u.first_login', '=', false)
    .execute()
