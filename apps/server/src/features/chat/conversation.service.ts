// A conversation is created with the first message, or with the first answer to a post that has a group; all its
// members are added at once.
import type { MemberKey } from '#server/kernel/report.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/kernel/postgres/db.ts'
import { newId } from '#server/kernel/ids.ts'
import { findGroupConversation, findPairConversation, pairKeyOf } from './conversation.queries.ts'
import type { ConversationKey } from './message.queries.ts'

export const ensurePairConversation = async (db: Db, a: MemberKey, b: MemberKey): Promise<ConversationKey> => {
  const pair = pairKeyOf(a, b)
  const { communityId } = pair
  const existing = await findPairConversation(db, pair)
  if (existing) return { communityId, conversationId: existing }
  await sql`
    with made as (
      insert into conversations (community_id, id, low_user_id, high_user_id)
      values (${communityId}, ${newId()}, ${pair.low}, ${pair.high}) on conflict do nothing returning community_id, id
    )
    insert into conversation_members (community_id, conversation_id, user_id, user_community_id)
    select m.community_id, m.id, v.user_id, v.user_community_id
    from made m, unnest(${[a.userId, b.userId]}::uuid[], ${[a.communityId, b.communityId]}::uuid[]) as v (user_id, user_community_id)`.execute(
    db,
  )
  return { communityId, conversationId: (await findPairConversation(db, pair))! }
}

/** Creates the group conversation if there is none, with the author and everybody who has answered so far. */
export const ensureGroupConversation = async (
  db: Db | Tx,
  event: { communityId: string; eventId: string },
): Promise<ConversationKey> => {
  const { communityId, eventId } = event
  const existing = await findGroupConversation(db, event)
  if (existing) return { communityId, conversationId: existing }
  await sql`
    with made as (
      insert into conversations (community_id, id, event_id)
      values (${communityId}, ${newId()}, ${eventId}) on conflict do nothing returning community_id, id
    )
    insert into conversation_members (community_id, conversation_id, user_id, user_community_id)
    select m.community_id, m.id, u.id, u.community_id from made m, (
      select e.user_id from events e where e.community_id = ${communityId} and e.id = ${eventId}
      union select a.user_id from event_answers a where a.community_id = ${communityId} and a.event_id = ${eventId}
    ) who join users u on u.id = who.user_id and u.community_id in (
      select c.id from communities c join communities home on home.id = ${communityId}
      where c.id = home.id or c.organization_id = home.organization_id)`.execute(db)
  return { communityId, conversationId: (await findGroupConversation(db, event))! }
}
