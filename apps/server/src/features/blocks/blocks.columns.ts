import { type RawBuilder, sql } from 'kysely'

/** Ids of users hidden from `u` by a block in either direction; only blocks between neighbours are in force. */
export const hiddenUserIdsColumn = (u: string): RawBuilder<string[]> => {
  const at = (column: string) => sql.ref(`${u}.${column}`)
  return sql<string[]>`array(
    select o.id from (
      select blocked_community_id as community_id, blocked_user_id as id from user_blocks where user_id = ${at('id')}
      union select community_id, user_id from user_blocks where blocked_user_id = ${at('id')}) other
    join users o on o.community_id = other.community_id and o.id = other.id
    where o.role = 'neighbor' and ${at('role')} = 'neighbor')`
}

/** Whether this user has blocked the user `u`. The block has no effect while one of the two belongs to the team. */
export const isBlockedByColumn = (u: string, userId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from user_blocks b where b.user_id = ${userId} and b.blocked_user_id = ${sql.ref(`${u}.id`)})`

export const blockedUserIdsColumn = (u: string): RawBuilder<string[]> => sql<string[]>`array(
  select b.blocked_user_id from user_blocks b where b.user_id = ${sql.ref(`${u}.id`)} order by b.blocked_user_id)`
