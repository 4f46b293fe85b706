// Members join the group of a post by answering it, and leave by withdrawing the answer. System messages record both,
// and changes of the post.
import type { SystemMessageType } from '@parvis/contract/chat.ts'
import { sql } from 'kysely'
import type { Bus } from '#server/kernel/bus.ts'
import { newId } from '#server/kernel/ids.ts'
import { type OnSubjectsRemoved, removeSubjects } from '#server/kernel/notification-subject.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import type { AnswerChange } from '#server/kernel/feature.ts'
import { hasGroup } from './chat.policy.ts'
import { findGroupConversation, findMemberIds } from './conversation.queries.ts'
import { ensureGroupConversation } from './conversation.service.ts'
import type { ConversationKey } from './message.queries.ts'
import { writeMessages } from './store-message.service.ts'

/** Writes a system message of the group and publishes it; its author must be a member. Returns its place. */
const writeSystemMessage = async (
  bus: Bus,
  { tx, afterCommit }: TransactionContext,
  key: ConversationKey,
  author: { userId: string; userCommunityId: string },
  messageType: SystemMessageType,
  now: Date,
): Promise<number | undefined> => {
  const id = newId()
  const [stored] = await writeMessages(tx, [
    {
      ...key,
      ...author,
      id,
      tmpId: id,
      messageType,
      text: null,
      imageId: null,
      latitude: null,
      longitude: null,
      youtubeVideoId: null,
      eventId: null,
      eventCommunityId: null,
      now,
    },
  ])
  const userIds = [...new Set([author.userId, ...(await findMemberIds(tx, key))])]
  afterCommit(() => {
    bus.publish('conversation.changed', key)
    bus.publish('message.created', { ...key, id, userIds })
  })
  return stored?.place
}

/** Runs in the transaction of the answer, which locks the event, so that answers and members always agree. */
export const updateGroupMembership = async (
  { bus, clock }: Pick<Platform, 'bus' | 'clock'>,
  { tx, afterCommit, actor, event, interested }: AnswerChange,
): Promise<void> => {
  if (!hasGroup(event.groupId)) return
  const key = await ensureGroupConversation(tx, event)
  const now = clock.now()
  const { userId, communityId: userCommunityId } = actor
  const setLeftAt = async (leftAt: Date | null) => {
    await sql`
      insert into conversation_members as cm (community_id, conversation_id, user_id, user_community_id, left_at)
      values (${key.communityId}, ${key.conversationId}, ${userId}, ${userCommunityId}, ${leftAt})
      on conflict (community_id, conversation_id, user_id) do update set left_at = excluded.left_at`.execute(tx)
  }
  // Only a member can write a message, so a leaving member remains a member until the system message is written.
  await setLeftAt(null)
  const messageType = interested ? 'joined' : 'left'
  const place = await writeSystemMessage(bus, { tx, afterCommit }, key, { userId, userCommunityId }, messageType, now)
  if (!interested) await setLeftAt(now)
  else
    // A new member can read earlier messages, but they do not count as unread.
    await sql`
      update conversation_members set received_place = ${place}, read_place = ${place}
      where community_id = ${key.communityId} and conversation_id = ${key.conversationId} and user_id = ${userId}`.execute(
      tx,
    )
}

/** Records in the group of a post, if the post has one, that its author has changed or cancelled the post. */
export const recordPostChange = async (
  { bus, clock }: Pick<Platform, 'bus' | 'clock'>,
  context: TransactionContext,
  { communityId, eventId, userId }: { communityId: string; eventId: string; userId: string },
  messageType: 'changed' | 'calledoff',
): Promise<void> => {
  const conversationId = await findGroupConversation(context.tx, { communityId, eventId })
  if (!conversationId) return
  const key = { communityId, conversationId }
  await writeSystemMessage(bus, context, key, { userId, userCommunityId: communityId }, messageType, clock.now())
}

/** The database deletes the group of a removed event with it. The lock keeps concurrent notifications of messages out. */
export const removeGroupsOf: OnSubjectsRemoved = async (platform, tx, { subjectKind, ids }) => {
  if (subjectKind !== 'event') return
  const { rows } = await sql<{ id: string }>`
    select id from conversations where event_id = any (${ids}::uuid[]) for update`.execute(tx)
  if (rows.length > 0)
    await removeSubjects(platform, tx, { subjectKind: 'conversation', ids: rows.map(({ id }) => id) })
}
