import { type RawBuilder, sql } from 'kysely'

/**
 * The place where the user joined under `alias` stays on a day (YYYY-MM-DD), or last stayed before it; null for who has
 * no stay that has begun.
 */
export const stayPlaceColumn = (alias: string, today: string): RawBuilder<string | null> => sql<string | null>`(
  select b.place_id from bookings b
  where b.community_id = ${sql.ref(`${alias}.community_id`)} and b.user_id = ${sql.ref(`${alias}.id`)} and b.arrival <= ${today}::date
  order by b.arrival desc limit 1)`
