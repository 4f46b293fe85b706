// The title of a video is requested from its provider after the post is stored; the post does not depend on it.
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { limitConcurrency } from '#server/kernel/limits/concurrency-limit.ts'
import { setVideoTitle } from '../feed/change-event.service.ts'
import { lockEvent } from '../feed/feed.service.ts'

/** Maximum number of characters: twice the longest title that a provider allows. */
const MAX_TITLE_LENGTH = 200
/** Limits concurrent requests, so that a slow provider delays nothing but titles. */
const limitRequests = defineState(() => limitConcurrency(2))

export interface VideoFacts {
  title: string | null
  thumbnailUrl: string | null
}

const readFacts = (oembed: string): VideoFacts => {
  const { title, thumbnail_url: thumbnailUrl } = JSON.parse(oembed) as { title?: unknown; thumbnail_url?: unknown }
  const text = String(typeof title === 'string' ? title : '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .toWellFormed()
    .trim()
  return {
    title: [...text].slice(0, MAX_TITLE_LENGTH).join('') || null,
    thumbnailUrl: typeof thumbnailUrl === 'string' ? thumbnailUrl : null,
  }
}

/**
 * Requests the title and thumbnail of a video from its provider; both are null if no provider is configured. Throws if
 * the request fails.
 */
export const findVideoFacts = async (
  platform: Pick<Platform, 'state' | 'fetchExternal' | 'settings'>,
  videoId: string,
): Promise<VideoFacts> => {
  const { fetchExternal, settings } = platform
  if (!settings.videoOembedUrl) return { title: null, thumbnailUrl: null }
  const address = new URL(settings.videoOembedUrl)
  address.searchParams.set('url', `https://www.youtube.com/watch?v=${videoId}`)
  address.searchParams.set('format', 'json')
  return readFacts(String(await limitRequests(platform)(() => fetchExternal(address.href))))
}

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
