import { sql } from 'kysely'
import { type Actor, seesMinors } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { type AuthorRow, wholeAuthorColumn } from '../session/author.columns.ts'
import { isThereColumn } from '../session/entry.columns.ts'
import { isMinorColumn } from '#server/kernel/minors.ts'
import { inGroupColumn } from './conversation.queries.ts'

/** Conversations that a list shows at most: the latest. */
const MOST_LISTED = 1_000

/** How far somebody has come in a conversation that they are in. */
export interface ListedRow {
  community_id: string
  conversation_id: string
  last_place: number
  not_read: number
  /** Of the last message that somebody wrote and that this reader sees. */
  last_id: string | null
}

/** The conversations `c` of the reader `cm`: what is not read, and what was said last. */
const listed = ({ userId, blockedIds }: Actor) => sql`
  c.community_id, c.id as conversation_id, c.last_place,
  case when c.last_place > cm.read_place
    then unread_messages(c.community_id, c.id, ${userId}::uuid, cm.read_place, ${blockedIds}::uuid[]) else 0 end as not_read,
  (select m.id from messages m where m.community_id = c.community_id and m.conversation_id = c.id
    and m.user_id <> all (${blockedIds}::uuid[]) and (m.message_type is null or m.message_type in ('event', 'interested'))
    order by m.place desc limit 1) as last_id`

type Reading = Pick<Platform, 'db' | 'clock' | 'settings'>

/** Whether the user `u` is a minor, and may be known to this reader of the conversation `c`, which there may be. */
const minority = ({ clock, settings }: Reading, { userId }: Actor) => {
  const isMinor = isMinorColumn('u', clock.now(), settings.consentAge)
  const hasWritten = sql`exists (select from messages m
    where m.community_id = c.community_id and m.conversation_id = c.id and m.user_id = u.id)`
  return { isMinor, isAcquainted: sql<boolean>`(${hasWritten} or ${inGroupColumn(sql`${userId}::uuid`)})` }
}

type ChatUserRow = ListedRow & { author: AuthorRow; elsewhere: boolean; is_minor: boolean }

/** The people whom somebody has written with, the latest first. */
export const findChatUsers = async (platform: Reading, actor: Actor): Promise<ChatUserRow[]> => {
  const { userId, blockedIds } = actor
  const { isMinor } = minority(platform, actor)
  const { rows } = await sql<ChatUserRow>`
    select ${listed(actor)}, ${wholeAuthorColumn('u')} as author, ${isMinor} as is_minor, u.community_id <> ${actor.communityId}::uuid as elsewhere
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    join conversation_members other on other.community_id = c.community_id and other.conversation_id = c.id and other.user_id <> cm.user_id
    join users u on u.community_id = other.user_community_id and u.id = other.user_id
    where cm.user_id = ${userId} and cm.left_at is null and c.event_id is null and c.last_place > 0
      and other.user_id <> all (${blockedIds}::uuid[])
    order by c.last_message_at desc limit ${MOST_LISTED}`.execute(platform.db)
  return rows
}

/** The groups that somebody is in, the latest first. Of the post of somebody whom they do not hear there is none. */
export const findChatGroups = async (
  db: Db,
  actor: Actor,
): Promise<(ListedRow & { event_id: string; members: number })[]> => {
  const { rows } = await sql<ListedRow & { event_id: string; members: number }>`
    select ${listed(actor)}, c.event_id, (
      select count(*)::int from conversation_members one where one.community_id = c.community_id and one.conversation_id = c.id
        and one.left_at is null and one.user_id <> all (${actor.silencedIds}::uuid[])) as members
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    where cm.user_id = ${actor.userId} and cm.left_at is null and c.event_id is not null
    order by coalesce(c.last_message_at, c.created_at) desc limit ${MOST_LISTED}`.execute(db)
  return rows
}

/** What somebody has written with these people of their community: of all of them, in one reading. */
const withConversation = (actor: Actor) => sql`
  left join conversations c on c.community_id = ${actor.communityId} and c.event_id is null
    and c.low_user_id = least(u.id, ${actor.userId}::uuid) and c.high_user_id = greatest(u.id, ${actor.userId}::uuid)
  left join conversation_members cm on cm.community_id = c.community_id and cm.conversation_id = c.id and cm.user_id = ${actor.userId}`

export interface PersonListed {
  author: AuthorRow
  community_id: string | null
  conversation_id: string | null
  last_place: number | null
  not_read: number
  last_id: string | null
  is_minor: boolean
}

const people = (platform: Reading, actor: Actor, which: ReturnType<typeof sql>) => sql<PersonListed>`
  select ${wholeAuthorColumn('u')} as author, ${minority(platform, actor).isMinor} as is_minor, ${listed(actor)}
  from users u ${withConversation(actor)}
  where u.community_id = ${actor.communityId} and u.id <> ${actor.userId} and u.id <> all (${actor.blockedIds}::uuid[])
    and ${isThereColumn} and ${which}`

/**
 * The people of the community but one; who offers deals has them for that. Minors are listed to each other, to the team,
 * and to whom they have written to or are in a group with.
 */
export const findNeighbors = async (platform: Reading, actor: Actor): Promise<PersonListed[]> => {
  const { isMinor, isAcquainted } = minority(platform, actor)
  const which = seesMinors(actor)
    ? sql`u.role not in ('guest', 'advertiser')`
    : sql`u.role not in ('guest', 'advertiser') and case when ${isMinor} then ${isAcquainted} else true end`
  return (await people(platform, actor, which).execute(platform.db)).rows
}

/** The team of the community but oneself. */
export const findEmployees = async (platform: Reading, actor: Actor): Promise<PersonListed[]> =>
  (await people(platform, actor, sql`u.role in ('employee', 'administrator', 'webmaster')`).execute(platform.db)).rows
