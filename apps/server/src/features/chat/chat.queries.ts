import { type RawBuilder, sql } from 'kysely'
import { type Actor, canSeeMinors } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db } from '#server/kernel/postgres/db.ts'
import { type AuthorRow, fullAuthorColumn } from '#server/kernel/author.ts'
import { isActiveMemberColumn } from '#server/kernel/membership.ts'
import { isMinorColumn } from '#server/kernel/minors.ts'
import { selectRows } from '#server/kernel/postgres/rows.ts'
import { canSeePresence } from './chat.policy.ts'
import { sharesGroupColumn } from './conversation.queries.ts'

const MAX_CONVERSATIONS = 1_000
/** Upper limit of a list of team members; no real team is that large. */
const MAX_TEAM_MEMBERS = 300

export interface ListedConversationRow {
  community_id: string
  conversation_id: string
  last_place: number
  not_read: number
  /** Id of the last message that the viewer may see, system messages excepted. */
  last_id: string | null
}

const conversationColumns = ({ userId, blockedIds }: Actor) => sql`
  c.community_id, c.id as conversation_id, c.last_place,
  case when c.last_place > cm.read_place
    then unread_messages(c.community_id, c.id, ${userId}::uuid, cm.read_place, ${blockedIds}::uuid[]) else 0 end as not_read,
  (select m.id from messages m where m.community_id = c.community_id and m.conversation_id = c.id
    and m.user_id <> all (${blockedIds}::uuid[]) and (m.message_type is null or m.message_type in ('event', 'interested'))
    order by m.place desc limit 1) as last_id`

type ReadContext = Pick<Platform, 'db' | 'clock' | 'settings'>

const isMinorNow = ({ clock, settings }: ReadContext) => isMinorColumn('u', clock.now(), settings.consentAge)

type ChatUserRow = ListedConversationRow & { author: AuthorRow; elsewhere: boolean; is_minor: boolean }

export const findChatUsers = async (platform: ReadContext, actor: Actor): Promise<ChatUserRow[]> => {
  const { userId, blockedIds } = actor
  return selectRows(
    platform.db,
    sql<ChatUserRow>`
    select ${conversationColumns(actor)}, ${fullAuthorColumn('u')} as author, ${isMinorNow(platform)} as is_minor, u.community_id <> ${actor.communityId}::uuid as elsewhere
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    join conversation_members other on other.community_id = c.community_id and other.conversation_id = c.id and other.user_id <> cm.user_id
    join users u on u.community_id = other.user_community_id and u.id = other.user_id
    where cm.user_id = ${userId} and cm.left_at is null and c.event_id is null and c.last_place > 0
      and other.user_id <> all (${blockedIds}::uuid[])
    order by c.last_message_at desc limit ${MAX_CONVERSATIONS}`,
  )
}

/** The group conversations of the viewer, the latest first. Hidden users do not count as members. */
export const findChatGroups = (
  db: Db,
  actor: Actor,
): Promise<(ListedConversationRow & { event_id: string; members: number })[]> =>
  selectRows(
    db,
    sql<ListedConversationRow & { event_id: string; members: number }>`
    select ${conversationColumns(actor)}, c.event_id, (
      select count(*)::int from conversation_members one where one.community_id = c.community_id and one.conversation_id = c.id
        and one.left_at is null and one.user_id <> all (${actor.hiddenUserIds}::uuid[])) as members
    from conversation_members cm
    join conversations c on c.community_id = cm.community_id and c.id = cm.conversation_id
    where cm.user_id = ${actor.userId} and cm.left_at is null and c.event_id is not null
    order by coalesce(c.last_message_at, c.created_at) desc limit ${MAX_CONVERSATIONS}`,
  )

const isConversationWith = ({
  communityId,
  userId,
}: Actor) => sql`c.community_id = ${communityId} and c.event_id is null
    and c.low_user_id = least(u.id, ${userId}::uuid) and c.high_user_id = greatest(u.id, ${userId}::uuid)`

/** Sort key of a list of people: the visible parts of the name, and the id to order people with the same name. */
export interface NameKey {
  name: string
  initial: string
  id: string
}

export interface ListedPerson {
  author: AuthorRow
  community_id: string | null
  conversation_id: string | null
  last_place: number | null
  not_read: number
  last_id: string | null
  is_minor: boolean
  listed_name: string
  initial: string
}

interface PeopleQuery {
  filter: RawBuilder<unknown>
  name?: string | undefined
  after?: NameKey | null
  skip?: number
  limit: number
}

/** People of the community except the viewer, by name. Conversations are read only for the rows of the page. */
const findPeople = async (
  platform: ReadContext,
  actor: Actor,
  { filter, name = '', after = null, skip = 0, limit }: PeopleQuery,
): Promise<ListedPerson[]> => {
  const { communityId, userId, blockedIds } = actor
  const isMinor = isMinorNow(platform)
  // The initial of a minor is hidden from some viewers, so it must neither sort nor match for them.
  const initial = sql`coalesce(case when ${canSeeMinors(actor)}::boolean or not ${isMinor} then fold_name(initial_of(u.lastname)) end, '') collate "C"`
  const matchesName = name.trim()
    ? sql`and search_name(${name}) <> '' and u.listed_name || ' ' || ${initial} like '%' || search_name(${name}) || '%'`
    : sql``
  // The condition on the name alone narrows the index scan; the one on the whole sort key excludes earlier rows.
  const afterKey = after
    ? sql`and u.listed_name >= ${after.name} and (u.listed_name, ${initial}, u.id) > (${after.name}, ${after.initial}, ${after.id}::uuid)`
    : sql``
  return selectRows(
    platform.db,
    sql<ListedPerson>`
    with page as materialized (
      select u.community_id, u.id, ${initial} as initial from users u
      where u.community_id = ${communityId} and u.id <> ${userId} and u.id <> all (${blockedIds}::uuid[])
        and ${isActiveMemberColumn} and ${filter} ${matchesName} ${afterKey}
      order by u.listed_name, initial, u.id offset ${skip} limit ${limit}
    )
    select ${fullAuthorColumn('u')} as author, ${isMinor} as is_minor, u.listed_name, page.initial, ${conversationColumns(actor)}
    from page join users u on u.community_id = page.community_id and u.id = page.id
    left join conversations c on ${isConversationWith(actor)}
    left join conversation_members cm on cm.community_id = c.community_id and cm.conversation_id = c.id and cm.user_id = ${userId}
    order by u.listed_name, page.initial, u.id`,
  )
}

/** Minors are listed to each other, to the team, and to people to whom they wrote or with whom they share a group. */
const isNeighborFor = (platform: ReadContext, actor: Actor) => {
  const isListed = sql`u.role not in ('guest', 'advertiser')`
  if (canSeeMinors(actor)) return isListed
  const hasWritten = sql`exists (select from conversations c
    join messages m on m.community_id = c.community_id and m.conversation_id = c.id and m.user_id = u.id
    where ${isConversationWith(actor)})`
  return sql`${isListed} and case when ${isMinorNow(platform)} then ${hasWritten} or ${sharesGroupColumn(sql`${actor.userId}::uuid`)} else true end`
}

export const findNeighbors = (
  platform: ReadContext,
  actor: Actor,
  query: Omit<PeopleQuery, 'filter'>,
): Promise<ListedPerson[]> => findPeople(platform, actor, { ...query, filter: isNeighborFor(platform, actor) })

/** The first page of neighbours: those online first, unless their presence is hidden from the viewer. */
export const findNeighborsByPresence = async (
  platform: ReadContext & Pick<Platform, 'presence'>,
  actor: Actor,
  limit: number,
): Promise<ListedPerson[]> => {
  const isNeighbor = isNeighborFor(platform, actor)
  const isPresenceVisible = canSeePresence(actor, true) ? sql`true` : sql`not ${isMinorNow(platform)}`
  const online = await findPeople(platform, actor, {
    filter: sql`u.id = any (${platform.presence.onlineUserIdsIn(actor.communityId)}::uuid[]) and ${isPresenceVisible} and ${isNeighbor}`,
    limit,
  })
  if (online.length === limit) return online
  const others = await findPeople(platform, actor, {
    filter: sql`u.id <> all (${online.map(({ author }) => author.id)}::uuid[]) and ${isNeighbor}`,
    limit: limit - online.length,
  })
  return [...online, ...others]
}

export const findEmployees = (platform: ReadContext, actor: Actor): Promise<ListedPerson[]> =>
  findPeople(platform, actor, {
    filter: sql`u.role in ('employee', 'administrator', 'webmaster')`,
    limit: MAX_TEAM_MEMBERS,
  })
