// Finds whether an adult and minors have written to each other: in private, and in groups that no other adult reads.
import { sql } from 'kysely'
import type { Actor } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { isMinorColumn } from '#server/kernel/minors.ts'
import type { MinorContact } from './chat.policy.ts'
import type { ConversationKey } from './message.queries.ts'

/**
 * The minors who alone read this user’s messages in a group; null if nobody reads them, or if anybody else does, such
 * as the team.
 */
export const findMinorsAloneWith = async (
  { db, clock, settings }: Pick<Platform, 'db' | 'clock' | 'settings'>,
  { userId, blockedIds }: Actor,
  { communityId, conversationId }: ConversationKey,
): Promise<string[] | null> => {
  const isMinor = sql`(${isMinorColumn('u', clock.now(), settings.consentAge)} and u.role not in ('employee', 'administrator', 'webmaster'))`
  const { rows } = await sql<{ has_others: boolean; minors: string[] }>`
    with others as (
      select u.id, ${isMinor} as is_minor from conversation_members cm
      join users u on u.community_id = cm.user_community_id and u.id = cm.user_id
      where cm.community_id = ${communityId} and cm.conversation_id = ${conversationId} and cm.left_at is null
        and cm.user_id <> ${userId} and cm.user_id <> all (${blockedIds}::uuid[]) and u.disabled_at is null and u.gone_at is null
    )
    select exists (select from others where not is_minor) as has_others,
      array(select id from others where is_minor) as minors`.execute(db)
  const { has_others, minors } = rows[0]!
  return has_others || minors.length === 0 ? null : minors
}

const isWrittenByPerson = sql`(m.message_type is null or m.message_type in ('event', 'interested'))`

/**
 * Reads this conversation, the private ones with each of the minors, and the groups of the minors’ own posts, so that a
 * new post of a minor does not allow another first message.
 */
export const findMinorContact = async (
  db: Db | Tx,
  userId: string,
  minorIds: readonly string[],
  conversation: ConversationKey | null,
): Promise<MinorContact> => {
  const { rows } = await sql<{ waits: boolean; answered: boolean }>`
    with minors as (
      select u.id, u.community_id from users u where u.id = any (${minorIds}::uuid[])
    ), places as (
      select c.community_id, c.id, minors.id as minor, c.event_id is null as is_pair from minors
      join conversations c on c.community_id = ${conversation?.communityId ?? null}::uuid and c.id = ${conversation?.conversationId ?? null}::uuid
      union
      select c.community_id, c.id, minors.id, true from minors
      join users me on me.id = ${userId}::uuid
      join conversations c on c.event_id is null and c.low_user_id = least(minors.id, me.id) and c.high_user_id = greatest(minors.id, me.id)
        and c.community_id = case when minors.id < me.id then minors.community_id else me.community_id end
      union
      select c.community_id, c.id, minors.id, false from minors
      join events e on e.community_id = minors.community_id and e.user_id = minors.id
      join conversations c on c.community_id = e.community_id and c.event_id = e.id
    ), begun as (
      select p.*, (select min(m.place) from messages m
        where m.community_id = p.community_id and m.conversation_id = p.id and m.user_id = ${userId}::uuid and ${isWrittenByPerson}) as first
      from places p
    ), told as (
      select b.first, exists (select from messages m
        where m.community_id = b.community_id and m.conversation_id = b.id and m.user_id = b.minor and ${isWrittenByPerson}
          and (b.is_pair or m.place > b.first)) as answered
      from begun b
    )
    select coalesce(bool_or(first is not null), false) as waits, coalesce(bool_or(answered), false) as answered
    from told`.execute(db)
  const { waits, answered } = rows[0]!
  return { hasMinorReplied: answered, hasAdultWritten: waits }
}
