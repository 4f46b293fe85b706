import { type RawBuilder, sql } from 'kysely'

/** Whether the user `u` serves the whole installation: has come, and is neither shut out nor gone. */
export const isWebmasterColumn: RawBuilder<boolean> = sql<boolean>`(u.role = 'webmaster' and u.enabled_at is not null
  and not u.first_login and u.disabled_at is null and u.gone_at is null)`

/** Whether the user `u` is a webmaster who is told by mail of what happens in the installation: suspended ones are not. */
export const isToldWebmasterColumn: RawBuilder<boolean> = sql<boolean>`(${isWebmasterColumn}
  and (u.suspended_until is null or u.suspended_until <= now()))`
