import { type RawBuilder, sql } from 'kysely'

/** Whether the user `u` is an active webmaster: has logged in, and is neither disabled nor departed. */
export const isWebmasterColumn: RawBuilder<boolean> = sql<boolean>`(u.role = 'webmaster' and u.enabled_at is not null
  and not u.first_login and u.disabled_at is null and u.gone_at is null)`

/** Whether the user `u` is an active webmaster who receives mails about the installation: not while suspended. */
export const isNotifiedWebmasterColumn: RawBuilder<boolean> = sql<boolean>`(${isWebmasterColumn}
  and (u.suspended_until is null or u.suspended_until <= now()))`
