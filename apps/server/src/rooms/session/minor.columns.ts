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

/** The ids of the minors of the community `c` of the user `u`, and of the others of its organisation, for a guest. */
export const minorIdsColumn = (now: Date, consentAge: number): RawBuilder<string[]> => sql<string[]>`
  case when u.role = 'guest' then array(
    select m.id from communities near
    join users m on m.community_id = near.id
      and m.birthdate > ((${now}::timestamptz at time zone near.timezone)::date - make_interval(years => ${consentAge}::int))::date
    where near.id in (select u.community_id union all select id from communities where organization_id = c.organization_id))
  else '{}' end`
