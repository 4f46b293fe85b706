// The server fetches title and thumbnail of a linked video, so that readers’ browsers do not contact the provider.
import { MAX_PICTURE_BYTES } from '@parvis/contract/limits.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { storeChatPicture } from '../media/media.service.ts'
import { findVideoFacts } from '../media/video-facts.service.ts'
import type { MessageRow } from './message.queries.ts'
import { publishMessageUpdates } from './publish-update.service.ts'

/** Adds title and thumbnail to a message and publishes the update. Runs in the background and never throws. */
export const lookUpVideo = async (platform: Platform, message: MessageRow): Promise<void> => {
  const { background, db } = platform
  const end = background.beginTask()
  try {
    const { title, thumbnailUrl } = await findVideoFacts(platform, message.youtube_video_id!)
    // If the thumbnail fails, the title is still shown.
    const thumbnail =
      thumbnailUrl &&
      (await platform.fetchExternal(thumbnailUrl, { accept: 'image/*', maxBytes: MAX_PICTURE_BYTES }).catch(() => null))
    if (title === null && thumbnail === null) return
    const key = { communityId: message.community_id, conversationId: message.conversation_id }
    await inTransaction(db, async (tx, afterCommit) => {
      const imageId = thumbnail && (await storeChatPicture(platform, tx, key.communityId, thumbnail).catch(() => null))
      const { numUpdatedRows } = await tx
        .updateTable('messages')
        .set({ video_title: title, image_id: imageId })
        .where('community_id', '=', key.communityId)
        .where('id', '=', message.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Error('the message has been deleted')
      await publishMessageUpdates(platform, { tx, afterCommit }, key, [message.id])
    })
  } catch {
    // The provider did not answer, or the message was deleted meanwhile: the message stays a plain link.
  } finally {
    end()
  }
}
