import { type RawBuilder, sql } from 'kysely'

/**
 * The place where the user joined under `alias` stays on a day (YYYY-MM-DD), or last stayed before it, or is to stay
 * first after it; null for who has no stay.
 */
export const stayPlaceColumn = (alias: string, day: string): RawBuilder<string | null> => sql<string | null>`(
  select b.place_id from bookings b
  where b.community_id = ${sql.ref(`${alias}.community_id`)} and b.user_id = ${sql.ref(`${alias}.id`)}
  order by b.arrival > ${day}::date, abs(b.arrival - ${day}::date) limit 1)`

/** The stays of the user joined under `alias`, the first one first. */
export const stayIdsColumn = (alias: string): RawBuilder<string[]> => sql<string[]>`array(
  select b.id from bookings b
  where b.community_id = ${sql.ref(`${alias}.community_id`)} and b.user_id = ${sql.ref(`${alias}.id`)}
  order by b.arrival, b.id)`
