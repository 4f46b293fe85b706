import { type RawBuilder, sql } from 'kysely'

/** Ids of the minors in the organisation of community `c`, if the user `u` is a guest; otherwise empty. */
export const minorIdsColumn = (now: Date, consentAge: number): RawBuilder<string[]> => sql<string[]>`
  case when u.role = 'guest' then array(
    select m.id from communities near
    join users m on m.community_id = near.id
      and m.birthdate > ((${now}::timestamptz at time zone near.timezone)::date - make_interval(years => ${consentAge}::int))::date
    where near.id in (select u.community_id union all select id from communities where organization_id = c.organization_id))
  else '{}' end`
