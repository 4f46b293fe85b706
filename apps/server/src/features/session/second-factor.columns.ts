import { type RawBuilder, sql } from 'kysely'

/** The time since which account `a` has a second factor; null without one. */
export const factorSinceColumn: RawBuilder<Date | null> = sql<Date | null>`(
  select f.since from second_factors f where f.account_id = a.id)`
