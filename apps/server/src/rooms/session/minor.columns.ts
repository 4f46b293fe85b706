import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the user of this alias is a minor at `now` where their community is: the same as `isUnderAge` says. Of whom
 * no birth date is known it is false.
 */
export const isMinorColumn = (
  alias: string,
  now: Date | RawBuilder<unknown>,
  consentAge: number | RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce(${sql.ref(`${alias}.birthdate`)} > (${now}::timestamptz
  at time zone (select timezone from communities where id = ${sql.ref(`${alias}.community_id`)}))::date
  - make_interval(years => ${consentAge}::int), false)`
