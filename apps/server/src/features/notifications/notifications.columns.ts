import type { SwitchableKind } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { NotificationRow } from '#server/kernel/notification-subject.ts'
import { hiddenUserIdsColumn } from '#server/kernel/blocked-users.ts'
import { departedUserIdsColumn } from '#server/kernel/membership.ts'

/** Whether the user `u` of community `c` can be notified: the SQL counterpart of `canLogIn` and `isMember`. */
export const canBeNotified = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  u.role <> 'guest' and u.disabled_at is null and u.enabled_at is not null and u.gone_at is null
  and (u.member_until is null or u.member_until >= (${now}::timestamptz at time zone c.timezone)::date))`

/**
 * The users about whom `u` of community `c` receives no notifications: the SQL counterpart of an actor’s
 * `hiddenUserIds`.
 */
export const excludedUserIdsColumn: RawBuilder<string[]> = sql<
  string[]
>`(${hiddenUserIdsColumn('u')} || ${departedUserIdsColumn})`

export const isKindEnabled = (kind: SwitchableKind): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from notification_settings s
    where s.community_id = u.community_id and s.user_id = u.id and ${kind}::text = any (s.muted)))`

/** The rows as table `n`, with their index as `at`, and their recipient as `r`: to read contents of notifications. */
export const notificationsAsRows = (rows: readonly NotificationRow[]): RawBuilder<unknown> =>
  sql`unnest(${rows.map((_, at) => at)}::int[], ${rows.map(row => row.community_id)}::uuid[], ${rows.map(row => row.user_id)}::uuid[],
    ${rows.map(row => row.kind)}::text[], ${rows.map(row => row.subject_community_id)}::uuid[], ${rows.map(row => row.subject_id)}::uuid[],
    ${rows.map(row => row.from_place)}::int[], ${rows.map(row => row.place)}::int[], ${rows.map(row => row.gone && JSON.stringify(row.gone))}::jsonb[],
    ${rows.map(row => `{${row.hidden_user_ids.join(',')}}`)}::text[])
    as n (at, community_id, user_id, kind, subject_community_id, subject_id, from_place, place, gone, hidden)
  cross join lateral (select n.user_id, n.hidden::uuid[] as hidden_user_ids) r`
