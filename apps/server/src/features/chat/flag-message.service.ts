// A member of a conversation reports a message of another member. Moderators see that message, five before and after
// it, and nothing else of the conversation.
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { fail } from '#server/kernel/errors.ts'
import { newId } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { fileReport, type RuleAndReason } from '#server/kernel/report.ts'
import { lockPictures } from '../media/media.service.ts'
import { canFlagMessage } from './chat.policy.ts'
import { findPairMembers } from './conversation.queries.ts'
import { type ConversationKey, findMessageOfMember, findMessagesAround } from './message.queries.ts'

type FlaggedMessage = NonNullable<Awaited<ReturnType<typeof findMessageOfMember>>>

const conversationOf = ({ community_id, conversation_id }: FlaggedMessage): ConversationKey => ({
  communityId: community_id,
  conversationId: conversation_id,
})

/** Locks the message, so that only one of two concurrent reports by the same member is stored. */
const lockMessage = (tx: Tx, message: FlaggedMessage) =>
  tx
    .selectFrom('messages')
    .select('id')
    .where('community_id', '=', message.community_id)
    .where('id', '=', message.id)
    .forNoKeyUpdate()
    .execute()

/** Stores the report with a snapshot of the message and of the messages around it. */
const insertFlag = async (
  tx: Tx,
  { userId }: Actor,
  message: FlaggedMessage,
  ruleAndReason: RuleAndReason,
  now: Date,
) =>
  tx
    .insertInto('message_flags')
    .values({
      community_id: message.community_id,
      id: newId(),
      message_id: message.id,
      reporter_id: userId,
      ...ruleAndReason,
      snapshot: JSON.stringify(await findMessagesAround(tx, conversationOf(message), message.place)) as never,
      created_at: now,
    })
    .execute()

export const flagMessage = async (
  platform: Platform,
  actor: Actor,
  id: string,
  ruleAndReason: RuleAndReason,
): Promise<void> => {
  const { db, clock } = platform
  const message = (await findMessageOfMember(db, actor.userId, id)) ?? fail('error404')
  if (!canFlagMessage(actor, message)) fail('forbidden')
  const now = clock.now()
  await inTransaction(db, async (tx, afterCommit) => {
    await lockMessage(tx, message)
    const report = {
      kind: 'message',
      communityId: message.community_id,
      subjectId: id,
      reporter: actor,
      at: now,
      author: { communityId: message.user_community_id, userId: message.user_id },
      otherParticipants: await findPairMembers(tx, conversationOf(message)),
      pictureIds: await lockPictures(tx, message.image_id ? [message.image_id] : []),
    } as const
    await fileReport(
      platform,
      { tx, afterCommit },
      report,
      { table: 'message_flags', subjectColumn: 'message_id' },
      () => insertFlag(tx, actor, message, ruleAndReason, now),
    )
  })
}
