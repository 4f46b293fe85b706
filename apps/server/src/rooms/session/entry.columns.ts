import { type RawBuilder, sql } from 'kysely'

/** What decides whether a user `u` of the account `a` may come in (`mayEnter`). */
export const entryColumns = [
  'u.enabled_at',
  'u.disabled_at',
  'u.first_login',
  'u.member_until',
  'a.email',
  'a.confirmed_at',
] as const

/** Whether the user `u` is somebody to others: let in, with a profile, and there still. */
export const isThereColumn: RawBuilder<boolean> = sql<boolean>`(u.enabled_at is not null and u.disabled_at is null
  and not u.need_update and not u.first_login)`
