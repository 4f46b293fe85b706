import { warnNearLimit } from '#server/kernel/limits/day-limit.ts'
import { updateVideoTitle } from './video-title.service.ts'
import { runAfterCommit } from '#server/kernel/postgres/after-commit.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { KeyedError, AlreadyStored } from '#server/kernel/errors.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { type createEvent, findEventByIdempotencyKey, type NewEvent } from '../feed/create-event.service.ts'
import { getEvent, presentNewEvent } from '../feed/feed.service.ts'

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
    const isRefused = error instanceof AlreadyStored || (error instanceof KeyedError && error.status < 500)
    const existingId = isRefused && tmpId ? await findEventByIdempotencyKey(platform.db, actor, tmpId) : undefined
    if (!existingId) throw error
    return getEvent(platform, actor, existingId)
  }
}

/** Publishes a stored post to open screens, warns its author near a day limit, and requests the title of its video. */
export const announcePost = (
  platform: Platform,
  actor: Actor,
  { texts, channelIds, dayLimits }: Pick<NewEvent, 'texts' | 'channelIds' | 'dayLimits'>,
  { id: eventId, row, consumedDayLimits }: Awaited<ReturnType<typeof createEvent>>,
): FeedPost | Promise<FeedPost> => {
  if (!row) return getEvent(platform, actor, eventId)
  const { communityId } = actor
  warnNearLimit(platform, actor, Object.values(dayLimits ?? {}), consumedDayLimits, runAfterCommit)
  runAfterCommit(() => platform.bus.publish('event.created', { eventId, communityId, channelIds }))
  const { youtube_video_id: videoId } = texts
  if (videoId) void updateVideoTitle(platform, { communityId, eventId }, videoId)
  return presentNewEvent(platform, actor, row)
}
