import { type RawBuilder, sql } from 'kysely'

/** The place of the current, else previous, else next stay on a day (YYYY-MM-DD) of the user joined as `alias`. */
export const stayPlaceColumn = (alias: string, day: string): RawBuilder<string | null> => sql<string | null>`(
  select b.place_id from bookings b
  where b.community_id = ${sql.ref(`${alias}.community_id`)} and b.user_id = ${sql.ref(`${alias}.id`)}
  order by b.arrival > ${day}::date, abs(b.arrival - ${day}::date) limit 1)`

/** Ids of the stays of the user joined under `alias`, earliest first. */
export const stayIdsColumn = (alias: string): RawBuilder<string[]> => sql<string[]>`array(
  select b.id from bookings b
  where b.community_id = ${sql.ref(`${alias}.community_id`)} and b.user_id = ${sql.ref(`${alias}.id`)}
  order by b.arrival, b.id)`
