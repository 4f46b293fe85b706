import type { SwitchedKind } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import { silencedIdsColumn } from '../blocks/blocks.columns.ts'
import { goneIdsColumn } from '../session/entry.columns.ts'

/**
 * Whether the user `u` of the community `c` can be told of anything: not a guest, let in, and there still. What
 * `mayEnter` and `isMember` say, of rows.
 */
export const canBeTold = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  u.role <> 'guest' and u.disabled_at is null and u.enabled_at is not null and u.gone_at is null
  and (u.member_until is null or u.member_until >= (${now}::timestamptz at time zone c.timezone)::date))`

/** Of whom the user `u` of the community `c` is told nothing: `silencedIds` of an actor. */
export const unheardIdsColumn: RawBuilder<string[]> = sql<string[]>`(${silencedIdsColumn('u')} || ${goneIdsColumn})`

/** Whether the user `u` has not switched this kind off. */
export const wantsToHear = (kind: SwitchedKind): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from notification_settings s
    where s.community_id = u.community_id and s.user_id = u.id and ${kind}::text = any (s.muted)))`

/**
 * Whether the message `m` is something to be read for the reader `r` (`user_id`, `silenced_ids`): what
 * `unread_messages` counts.
 */
export const isForReader = sql<boolean>`(
  m.user_id <> r.user_id and m.user_id <> all (r.silenced_ids) and m.deleted_at is null
  and (m.message_type is null or m.message_type in ('event', 'interested')))`

/** Of a text that stands for a title that is not there, and of a message: characters. */
export const EXCERPT_LENGTH = 100

const titleOf = (suffix: '' | '_en') =>
  sql<string | null>`coalesce(nullif(btrim(${sql.ref(`e.title${suffix}`)}), ''),
    left(btrim(regexp_replace(${sql.ref(`e.description${suffix}`)}, '\\s+', ' ', 'g')), ${sql.lit(EXCERPT_LENGTH)}))`
/** How the event `e` is called, in each language: by its title, else by how its text begins. */
export const [eventTitle, eventTitleEn] = [titleOf(''), titleOf('_en')]
