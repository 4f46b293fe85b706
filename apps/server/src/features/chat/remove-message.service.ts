// A sender may delete a message for everybody for 15 minutes; its row stays without content.
import type { Actor } from '#server/kernel/actor.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { releasePicture } from '../media/media.service.ts'
import { canDeleteMessage } from './chat.policy.ts'
import { conversationCache } from './conversation-cache.ts'
import { scheduleMessageRecount } from './message-counts.service.ts'
import { findMessageOfMember } from './message.queries.ts'
import { publishMessageUpdates } from './publish-update.service.ts'

export const removeMessage = async (platform: Platform, actor: Actor, id: string): Promise<void> => {
  const { db, clock } = platform
  const removed = await inTransaction(db, async (tx, afterCommit) => {
    const message = (await findMessageOfMember(tx, actor.userId, id)) ?? fail('error404')
    const key = { communityId: message.community_id, conversationId: message.conversation_id }
    const { deleted_at } = await tx
      .selectFrom('messages')
      .select('deleted_at')
      .where('community_id', '=', key.communityId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    // The retained copy of a hidden message is deleted too, so that moderators cannot restore it.
    const retained = await tx
      .deleteFrom('hidden_messages')
      .where('community_id', '=', key.communityId)
      .where('message_id', '=', id)
      .returning('image_id')
      .executeTakeFirst()
    if (deleted_at && !retained) return null
    // Checked last: the error rolls back the deletion of the retained copy.
    if (!canDeleteMessage(actor, message, clock.now())) fail('forbidden')
    await tx
      .updateTable('messages')
      .set({
        deleted_at: clock.now(),
        hidden_at: null,
        text: null,
        image_id: null,
        latitude: null,
        longitude: null,
        youtube_video_id: null,
        video_title: null,
        event_id: null,
        event_community_id: null,
      })
      .where('community_id', '=', key.communityId)
      .where('id', '=', id)
      .execute()
    await publishMessageUpdates(platform, { tx, afterCommit }, key, [id])
    return { key, imageId: retained ? retained.image_id : message.image_id }
  })
  if (!removed) return
  const eventId = (await conversationCache(platform).find(removed.key))?.eventId
  if (eventId) scheduleMessageRecount(platform, removed.key, eventId)
  await releasePicture(platform, removed.imageId, 'conversation')
}
