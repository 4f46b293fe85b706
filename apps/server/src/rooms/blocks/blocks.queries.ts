import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { authorColumn, type AuthorRow } from '../session/author.columns.ts'

export interface PersonRow {
  community_id: string
  author: AuthorRow
}

/** Somebody of the actor's community, or of another one of its organisation, who is no guest. */
export const findOther = async (
  db: Db,
  { communityId, organizationId }: Actor,
  id: string,
): Promise<PersonRow | undefined> => {
  const { rows } = await sql<PersonRow>`
    select u.community_id, ${authorColumn('u')} as author from users u
    where u.id = ${id} and u.role <> 'guest' and (u.community_id = ${communityId}
      or u.community_id in (select id from communities where organization_id = ${organizationId}))`.execute(db)
  return rows[0]
}

/** Whom this actor has blocked, the latest first. */
export const findBlocked = (db: Db, { userId }: Actor) =>
  db
    .selectFrom('user_blocks as b')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 'b.blocked_community_id').onRef('u.id', '=', 'b.blocked_user_id'),
    )
    .select(['b.created_at', authorColumn('u').as('author')])
    .where('b.user_id', '=', userId)
    .orderBy('b.created_at', 'desc')
    .orderBy('u.id')
    .execute()
