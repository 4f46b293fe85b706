import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { KeyedError } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { findEventByIdempotencyKey } from '../feed/create-event.service.ts'
import { getEvent } from '../feed/feed.service.ts'

/**
 * Calls `publish`. If it is refused but a post with this idempotency key exists, returns that post: the template of the
 * post may have been removed since, or its day may be over.
 */
export const publishOnce = async (
  platform: Platform,
  actor: Actor,
  tmpId: string | null | undefined,
  publish: () => Promise<FeedPost>,
): Promise<FeedPost> => {
  try {
    return await publish()
  } catch (error) {
    const isRefused = error instanceof KeyedError && error.status < 500
    const existingId = isRefused && tmpId ? await findEventByIdempotencyKey(platform.db, actor, tmpId) : undefined
    if (!existingId) throw error
    return getEvent(platform, actor, existingId)
  }
}
