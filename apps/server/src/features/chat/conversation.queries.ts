import { type RawBuilder, sql } from 'kysely'
import type { Role } from '@parvis/contract/roles.ts'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import type { MemberKey } from '#server/kernel/report.ts'
import { prepareStatement } from '#server/kernel/postgres/prepared.ts'
import { type AuthorRow, fullAuthorColumn } from '#server/kernel/author.ts'
import { isActiveMemberColumn } from '#server/kernel/membership.ts'
import { isMinorColumn } from '#server/kernel/minors.ts'
import { selectRows, selectRow } from '#server/kernel/postgres/rows.ts'
import type { ConversationKey } from './message.queries.ts'

/** A person, and whether that person (`they_wrote`) and the viewer (`i_wrote`) have written to each other. */
export interface PersonRow {
  community_id: string
  author: AuthorRow
  role: Role
  is_there: boolean
  is_minor: boolean
  in_group: boolean
  /**
   * Id of the conversation of the two, stored in the community of the user with the lower id; null before the first
   * message.
   */
  conversation_id: string | null
  they_wrote: boolean
  i_wrote: boolean
}

type PersonQuery = {
  communityId: string
  organizationId: string | null
  userId: string
  name: string
  now: Date
  consentAge: number
}
export const sharesGroupColumn = (me: RawBuilder<unknown>) => sql<boolean>`exists (
  select from conversation_members mine
  join conversation_members theirs on theirs.community_id = mine.community_id
    and theirs.conversation_id = mine.conversation_id and theirs.user_id = u.id and theirs.left_at is null
  join conversations g on g.community_id = mine.community_id and g.id = mine.conversation_id and g.event_id is not null
  where mine.user_id = ${me} and mine.left_at is null)`

const personStatement = (matches: (value: (name: keyof PersonQuery) => RawBuilder<unknown>) => RawBuilder<unknown>) =>
  prepareStatement<PersonQuery, PersonRow>(value => {
    const hasWritten = (who: RawBuilder<unknown>) => sql`exists (select from messages m
      where m.community_id = c.community_id and m.conversation_id = c.id and m.user_id = ${who})`
    const me = sql`${value('userId')}::uuid`
    return sql<PersonRow>`
      select u.community_id, ${fullAuthorColumn('u')} as author, u.role,
        ${isActiveMemberColumn} as is_there,
        ${isMinorColumn('u', value('now'), value('consentAge'))} as is_minor, ${sharesGroupColumn(me)} as in_group,
        c.id as conversation_id, ${hasWritten(sql`u.id`)} as they_wrote, ${hasWritten(me)} as i_wrote
      from users u
      left join conversations c on c.event_id is null
        and c.community_id = case when u.id < ${me} then u.community_id else ${value('communityId')}::uuid end
        and c.low_user_id = least(u.id, ${me}) and c.high_user_id = greatest(u.id, ${me})
      where ${matches(value)} and u.role <> 'guest' limit 1`
  })

const byId = personStatement(
  value => sql`u.id = ${value('name')}::uuid and (u.community_id = ${value('communityId')}::uuid
    or u.community_id in (select id from communities where organization_id = ${value('organizationId')}::uuid))`,
)
const byPseudo = personStatement(
  value => sql`u.community_id = ${value('communityId')}::uuid and fold_name(u.pseudo) = fold_name(${value('name')})`,
)

/** Finds a person by pseudo in the viewer’s community, or by id also in another community of the organisation. */
export const findPerson = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { userId, communityId, organizationId }: Actor,
  idOrPseudo: { userId?: string | undefined; pseudo?: string | undefined },
): Promise<PersonRow | undefined> => {
  const query = { userId, communityId, organizationId, now: clock.now(), consentAge: settings.consentAge }
  return selectRow(
    db,
    idOrPseudo.userId
      ? byId({ ...query, name: idOrPseudo.userId })
      : byPseudo({ ...query, name: idOrPseudo.pseudo ?? '' }),
  )
}

/** Orders two people for storage: their conversation belongs to the community of the user with the lower id. */
export const pairKeyOf = (
  a: { userId: string; communityId: string },
  b: { userId: string; communityId: string },
): { communityId: string; low: string; high: string } =>
  a.userId < b.userId
    ? { communityId: a.communityId, low: a.userId, high: b.userId }
    : { communityId: b.communityId, low: b.userId, high: a.userId }

export const findPairConversation = async (
  db: Db | Tx,
  { communityId, low, high }: ReturnType<typeof pairKeyOf>,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('conversations')
      .select('id')
      .where('community_id', '=', communityId)
      .where('low_user_id', '=', low)
      .where('high_user_id', '=', high)
      .where('event_id', 'is', null)
      .executeTakeFirst()
  )?.id

export const findGroupConversation = async (
  db: Db | Tx,
  event: { communityId: string; eventId: string },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('conversations')
      .select('id')
      .where('community_id', '=', event.communityId)
      .where('event_id', '=', event.eventId)
      .executeTakeFirst()
  )?.id

export interface ConversationStateRow {
  community_id: string
  id: string
  event_id: string | null
  host_id: string | null
  is_hidden: boolean
  low_user_id: string | null
  high_user_id: string | null
  members: { userId: string; communityId: string; received: number; read: number }[]
}

/** Disabled users and those who have left the community are not members of a group. */
export const findConversationStates = (db: Db, keys: readonly ConversationKey[]): Promise<ConversationStateRow[]> =>
  selectRows(
    db,
    sql<ConversationStateRow>`
    select c.community_id, c.id, c.event_id, c.low_user_id, c.high_user_id, e.user_id as host_id, e.hidden_at is not null as is_hidden, (
      select coalesce(json_agg(json_build_object('userId', cm.user_id, 'communityId', cm.user_community_id,
        'received', cm.received_place, 'read', cm.read_place)), '[]')
      from conversation_members cm
      where cm.community_id = c.community_id and cm.conversation_id = c.id and cm.left_at is null
        and (c.event_id is null or not exists (select from users u
          where u.community_id = cm.user_community_id and u.id = cm.user_id
            and (u.disabled_at is not null or u.gone_at is not null)))) as members
    from unnest(${keys.map(key => key.communityId)}::uuid[], ${keys.map(key => key.conversationId)}::uuid[]) as asked (community_id, id)
    join conversations c on c.community_id = asked.community_id and c.id = asked.id
    left join events e on e.community_id = c.community_id and e.id = c.event_id`,
  )

export const findLastPlace = async (db: Db, { communityId, conversationId }: ConversationKey): Promise<number> =>
  (
    await db
      .selectFrom('conversations')
      .select('last_place')
      .where('community_id', '=', communityId)
      .where('id', '=', conversationId)
      .executeTakeFirst()
  )?.last_place ?? 0

/** Members of a group: the author of its event first, then in the order in which they joined the community. */
export const findGroupMembers = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { communityId, conversationId }: ConversationKey,
  eventAuthorId: string,
  limit: number,
): Promise<{ author: AuthorRow; is_minor: boolean }[]> =>
  db
    .selectFrom('conversation_members as cm')
    .innerJoin('users as u', join =>
      join.onRef('u.community_id', '=', 'cm.user_community_id').onRef('u.id', '=', 'cm.user_id'),
    )
    .select([fullAuthorColumn('u').as('author'), isMinorColumn('u', clock.now(), settings.consentAge).as('is_minor')])
    .where('cm.community_id', '=', communityId)
    .where('cm.conversation_id', '=', conversationId)
    .where('cm.left_at', 'is', null)
    .where('u.disabled_at', 'is', null)
    .where('u.gone_at', 'is', null)
    .orderBy(sql`cm.user_id = ${eventAuthorId}::uuid`, 'desc')
    .orderBy('u.id')
    .limit(limit)
    .execute()

/**
 * The first message of the user `from` in a conversation, unless deleted, and whether the user `to` has reported it.
 * For its author, a hidden message counts as not deleted until moderators have decided.
 */
export const findFirstMessage = async (
  db: Db,
  { communityId, conversationId }: ConversationKey,
  { from, to, viewerId }: { from: string; to: string; viewerId: string },
): Promise<{ id: string | null; flagged: boolean }> => {
  const { rows } = await sql<{ id: string | null; flagged: boolean }>`
    select case when m.deleted_at is null or (m.user_id = ${viewerId}::uuid and exists (select from hidden_messages h
      where h.community_id = m.community_id and h.message_id = m.id and not h.is_told)) then m.id end as id, exists (select from message_flags f
      where f.community_id = m.community_id and f.message_id = m.id and f.reporter_id = ${to}) as flagged
    from messages m where m.community_id = ${communityId} and m.conversation_id = ${conversationId} and m.user_id = ${from}
      and (m.message_type is null or m.message_type in ('event', 'interested'))
    order by m.place limit 1`.execute(db)
  return rows[0] ?? { id: null, flagged: false }
}

export const findConversationCommunity = async (
  db: Db,
  userId: string,
  conversationId: string,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('conversation_members')
      .select('community_id')
      .where('user_id', '=', userId)
      .where('conversation_id', '=', conversationId)
      .where('left_at', 'is', null)
      .executeTakeFirst()
  )?.community_id

export const findMemberIds = async (db: Db | Tx, { communityId, conversationId }: ConversationKey): Promise<string[]> =>
  (
    await db
      .selectFrom('conversation_members')
      .select('user_id')
      .where('community_id', '=', communityId)
      .where('conversation_id', '=', conversationId)
      .where('left_at', 'is', null)
      .execute()
  ).map(row => row.user_id)

/** The two members of a conversation of two; empty for a group. */
export const findPairMembers = (db: Db | Tx, { communityId, conversationId }: ConversationKey): Promise<MemberKey[]> =>
  db
    .selectFrom('conversation_members as cm')
    .innerJoin('conversations as c', join =>
      join.onRef('c.community_id', '=', 'cm.community_id').onRef('c.id', '=', 'cm.conversation_id'),
    )
    .select(['cm.user_community_id as communityId', 'cm.user_id as userId'])
    .where('cm.community_id', '=', communityId)
    .where('cm.conversation_id', '=', conversationId)
    .where('c.event_id', 'is', null)
    .execute()
