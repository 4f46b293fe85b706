import { type RawBuilder, sql } from 'kysely'

/** The columns that `canLogIn` needs, of user `u` and account `a`. */
export const loginColumns = [
  'u.enabled_at',
  'u.disabled_at',
  'u.first_login',
  'u.member_until',
  'u.gone_at',
  'a.email',
  'a.confirmed_at',
] as const

/** Whether `u` is active: approved, with a profile, neither disabled nor departed, and within their stay. */
export const isActiveMemberColumn: RawBuilder<boolean> = sql<boolean>`(u.enabled_at is not null and u.disabled_at is null
  and not u.need_update and not u.first_login and u.gone_at is null
  and (u.member_until is null
    or u.member_until >= (now() at time zone (select timezone from communities where id = u.community_id))::date))`

/** Ids of departed users of `u`’s community or organisation who can still return; their content is hidden till then. */
export const departedUserIdsColumn: RawBuilder<string[]> = sql<string[]>`(array(
    select g.id from users g where g.community_id = u.community_id and g.gone_at is not null and g.erased_at is null)
  || case when c.organization_id is not null then array(
    select g.id from communities near join users g on g.community_id = near.id
    where near.organization_id = c.organization_id and near.id <> c.id and g.gone_at is not null and g.erased_at is null)
    else '{}' end)`

export const hasLeftColumn = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.gone_at`)} is not null)`
