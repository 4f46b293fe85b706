import { type RawBuilder, sql } from 'kysely'

/**
 * Ids of the users hidden from the user of the table alias by a block in either direction. Only blocks between
 * neighbours are in force.
 */
export const hiddenUserIdsColumn = (alias: string): RawBuilder<string[]> => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<string[]>`array(
    select o.id from (
      select blocked_community_id as community_id, blocked_user_id as id from user_blocks where user_id = ${at('id')}
      union select community_id, user_id from user_blocks where blocked_user_id = ${at('id')}) other
    join users o on o.community_id = other.community_id and o.id = other.id
    where o.role = 'neighbor' and ${at('role')} = 'neighbor')`
}

export const blockedUserIdsColumn = (alias: string): RawBuilder<string[]> => sql<string[]>`array(
  select b.blocked_user_id from user_blocks b where b.user_id = ${sql.ref(`${alias}.id`)} order by b.blocked_user_id)`
