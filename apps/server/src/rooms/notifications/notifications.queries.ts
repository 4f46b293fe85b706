import { MOST_ACTORS, type NotificationKind } from '@parvis/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { ListStart } from '#server/kernel/http/pagination.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { templateMarkColumn, type TemplateMarkRow } from '../publish/template.columns.ts'
import { authorColumn, type AuthorRow } from '../session/author.columns.ts'

/** More are not counted. */
const MOST_COUNTED = 100
/** Of a text that stands for a title that is not there. */
const EXCERPT_LENGTH = 100

export interface NotificationRow {
  id: string
  community_id: string
  user_id: string
  kind: NotificationKind
  told_at: Date
  is_read: boolean
  event_id: string
  title: string | null
  title_en: string | null
  group_id: EventGroup
  template: TemplateMarkRow | null
  author_id: string
  channel_ids: string[]
  actors: AuthorRow[]
  count: number
}

const titleOf = (suffix: '' | '_en') =>
  sql`coalesce(nullif(btrim(${sql.ref(`e.title${suffix}`)}), ''),
    left(btrim(regexp_replace(${sql.ref(`e.description${suffix}`)}, '\\s+', ' ', 'g')), ${sql.lit(EXCERPT_LENGTH)}))`

/** Who answered the event `e`, the latest first: people of its community and of the others of its organisation whom the reader hears of. */
const answerers = (silencedIds: readonly string[]) => sql`(
  select coalesce(json_agg(latest.author order by latest.created_at desc), '[]') from (
    select ${authorColumn('au')} as author, a.created_at
    from event_answers a join users au on au.id = a.user_id and au.community_id in (
      select c.id from communities c join communities home on home.id = e.community_id
      where c.id = home.id or c.organization_id = home.organization_id)
    where a.community_id = e.community_id and a.event_id = e.id and a.user_id <> all (${silencedIds}::uuid[])
    order by a.created_at desc limit ${sql.lit(MOST_ACTORS)}) latest)`

/** To be taken from the number of answers to `e`: those of people of whom the reader sees nothing. */
const hiddenAnswers = (silencedIds: readonly string[]) => sql` - (select count(*)::int from event_answers a
      where a.community_id = e.community_id and a.event_id = e.id and a.user_id = any (${silencedIds}::uuid[]))`

/** The notifications `n`, with what they show. */
const shown = (notifications: RawBuilder<unknown>, silencedIds: readonly string[] = []) => sql<NotificationRow>`
  select n.id, n.community_id, n.user_id, n.kind, n.told_at, n.is_read, n.event_id, e.group_id, e.user_id as author_id,
    ${titleOf('')} as title, ${titleOf('_en')} as title_en, ${templateMarkColumn('t', 'tc')} as template,
    array(select ec.channel_id from event_channels ec where ec.community_id = e.community_id and ec.event_id = e.id) as channel_ids,
    case n.kind when 'answer' then ${answerers(silencedIds)} else json_build_array(${authorColumn('author')}) end as actors,
    case n.kind when 'answer' then e.interested_count${silencedIds.length === 0 ? sql`` : hiddenAnswers(silencedIds)} else 1 end as count
  from (${notifications}) n
  join events e on e.community_id = n.event_community_id and e.id = n.event_id
  join users author on author.community_id = e.community_id and author.id = e.user_id
  left join templates t on t.id = e.template_id
  left join template_categories tc on tc.id = t.category_id
  order by n.id desc`

/** Whoever it is about is heard by the reader: the author of a post that they asked to hear of, one at least of those who answered theirs. */
const isHeardBy = ({ silencedIds }: Actor) =>
  silencedIds.length === 0
    ? sql``
    : sql`and case n.kind
        when 'answer' then exists (select from event_answers a where a.community_id = n.event_community_id and a.event_id = n.event_id
          and a.user_id <> all (${silencedIds}::uuid[]))
        else exists (select from events e where e.community_id = n.event_community_id and e.id = n.event_id
          and e.user_id <> all (${silencedIds}::uuid[])) end`

/** Of what they do not read any more they see nothing. */
const isReadBy = (actor: Actor) => sql`(${reads(actor)}) ${isHeardBy(actor)}`

const reads = ({ channelIds, userId }: Actor) => sql`
  exists (select from event_channels ec where ec.community_id = n.event_community_id and ec.event_id = n.event_id
    and ec.channel_id = any (${channelIds}::uuid[]) offset 0)
  or exists (select from events e where e.community_id = n.event_community_id and e.id = n.event_id and e.user_id = ${userId} offset 0)`

/** What this actor was told, newest first. */
export const findNotifications = async (
  db: Db,
  actor: Actor,
  { before, skip, limit }: ListStart,
): Promise<NotificationRow[]> => {
  const own = sql`select n.* from notifications n
    where n.community_id = ${actor.communityId} and n.user_id = ${actor.userId} and n.id < ${before} and ${isReadBy(actor)}
    order by n.id desc offset ${skip} limit ${limit}`
  return (await shown(own, actor.silencedIds).execute(db)).rows
}

export const countUnread = async (db: Db, actor: Actor): Promise<number> => {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select from notifications n where n.community_id = ${actor.communityId} and n.user_id = ${actor.userId} and not n.is_read
        and ${isReadBy(actor)} limit ${MOST_COUNTED}) counted`.execute(db)
  return rows[0]!.unread
}

export interface NotificationName {
  kind: NotificationKind
  eventId: string
  userId: string
}

/** One row for each, if it is still there. */
export const findNamedNotifications = async (
  db: Db,
  names: readonly NotificationName[],
): Promise<NotificationRow[]> => {
  const named = sql`select n.* from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ eventId }) => eventId)}::uuid[],
      ${names.map(({ userId }) => userId)}::uuid[]) as asked (kind, event_id, user_id)
    join notifications n on n.kind = asked.kind and n.event_id = asked.event_id and n.user_id = asked.user_id`
  return (await shown(named).execute(db)).rows
}
