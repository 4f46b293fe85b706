// The title of a video is requested from its provider after the post is stored; the post does not depend on it.
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { setVideoTitle } from '../feed/change-event.service.ts'
import { lockEvent } from '../feed/feed.service.ts'
import { findVideoFacts } from '../media/video-facts.service.ts'

/**
 * Requests the title of a video, and stores and publishes it if the post still shows this video. Runs in the
 * background, and never throws.
 */
export const updateVideoTitle = async (
  platform: Platform,
  post: { communityId: string; eventId: string },
  videoId: string,
): Promise<void> => {
  const { background, db, bus } = platform
  const end = background.beginTask()
  try {
    const { title } = await findVideoFacts(platform, videoId)
    if (title === null) return
    await inTransaction(db, async (tx, afterCommit) => {
      const eventRef = await lockEvent(tx, post.communityId, post.eventId)
      if (await setVideoTitle(tx, eventRef, videoId, title)) afterCommit(() => bus.publish('event.updated', eventRef))
    })
  } catch {
    // The provider failed, or the post was deleted meanwhile: the post stays without a title.
  } finally {
    end()
  }
}
