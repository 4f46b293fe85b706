import type { SwitchableKind } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import { hiddenUserIdsColumn } from '../session/blocked.columns.ts'
import { departedUserIdsColumn } from '../session/membership.columns.ts'

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

/**
 * Whether the message `m` counts as unread for the recipient `r`, by the same rule as the SQL function
 * `unread_messages`.
 */
export const isMessageForRecipient = sql<boolean>`(
  m.user_id <> r.user_id and m.user_id <> all (r.hidden_user_ids) and m.deleted_at is null
  and (m.message_type is null or m.message_type in ('event', 'interested')))`

/** Maximum length of an excerpt: of a message, or of a post’s text that is shown in place of a missing title. */
export const EXCERPT_LENGTH = 100

const eventTitleColumn = (suffix: '' | '_en') =>
  sql<string | null>`coalesce(nullif(btrim(${sql.ref(`e.title${suffix}`)}), ''),
    left(btrim(regexp_replace(${sql.ref(`e.description${suffix}`)}, '\\s+', ' ', 'g')), ${sql.lit(EXCERPT_LENGTH)}))`
/** The title of the event `e` in each language, or the beginning of its text. */
export const [eventTitle, eventTitleEn] = [eventTitleColumn(''), eventTitleColumn('_en')]
