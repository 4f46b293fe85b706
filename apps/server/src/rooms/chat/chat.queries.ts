import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { authorColumn, type AuthorRow } from '../session/author.columns.ts'
import { isThereColumn } from '../session/entry.columns.ts'

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

/** The people whom somebody has written with, the latest first. */
export const findChatUsers = async (
  db: Db,
  actor: Actor,
): Promise<(ListedRow & { author: AuthorRow; elsewhere: boolean })[]> => {
  const { userId, blockedIds } = actor
  const { rows } = await sql<ListedRow & { author: AuthorRow; elsewhere: boolean }>`
    select ${listed(actor)}, ${authorColumn('u')} as author, u.community_id <> ${actor.communityId}::uuid as elsewhere
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    join conversation_members other on other.community_id = c.community_id and other.conversation_id = c.id and other.user_id <> cm.user_id
    join users u on u.community_id = other.user_community_id and u.id = other.user_id
    where cm.user_id = ${userId} and cm.left_at is null and c.event_id is null and c.last_place > 0
      and other.user_id <> all (${blockedIds}::uuid[])
    order by c.last_message_at desc limit ${MOST_LISTED}`.execute(db)
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
}

const people = (actor: Actor, which: ReturnType<typeof sql>) => sql<PersonListed>`
  select ${authorColumn('u')} as author, ${listed(actor)}
  from users u ${withConversation(actor)}
  where u.community_id = ${actor.communityId} and u.id <> ${actor.userId} and u.id <> all (${actor.blockedIds}::uuid[])
    and ${isThereColumn} and ${which}`

/** The people of the community but one; who offers deals has them for that, and a child stands on no list. */
export const findNeighbors = async (db: Db, actor: Actor, consentAge: number): Promise<PersonListed[]> => {
  const ofAge = sql`(u.birthdate is null or u.birthdate <= current_date - make_interval(years => ${consentAge}))`
  return (await people(actor, sql`u.role not in ('guest', 'advertiser') and ${ofAge}`).execute(db)).rows
}

/** The team of the community but oneself. */
export const findEmployees = async (db: Db, actor: Actor): Promise<PersonListed[]> =>
  (await people(actor, sql`u.role in ('employee', 'administrator', 'webmaster')`).execute(db)).rows
