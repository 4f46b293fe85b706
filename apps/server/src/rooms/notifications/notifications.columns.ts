import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the user `u` of the community `c` can be told of anything: not a guest, let in, and there still. What `mayEnter` and `isMember` say, of
 * rows.
 */
export const canBeTold = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  u.role <> 'guest' and u.disabled_at is null and u.enabled_at is not null
  and (u.member_until is null or u.member_until >= (${now}::timestamptz at time zone c.timezone)::date))`
