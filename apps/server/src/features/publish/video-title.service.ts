// The title of a video is asked of its provider once the post is stored: it comes when it comes, and a post without it
// is whole.
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { limitConcurrency } from '#server/kernel/limits/concurrency-limit.ts'
import { setVideoTitle } from '../feed/change-event.service.ts'
import { lockEvent } from '../feed/feed.service.ts'

/** The longest that a provider allows, twice; in characters. */
const MOST_TITLE = 200
/** A provider is not stormed, and one that does not answer holds up nothing but titles. */
const inTurn = limitConcurrency(2)

/** What a provider says of a video. */
export interface VideoFacts {
  title: string | null
  thumbnailUrl: string | null
}

const readFacts = (oembed: string): VideoFacts => {
  const { title, thumbnail_url: thumbnailUrl } = JSON.parse(oembed) as { title?: unknown; thumbnail_url?: unknown }
  const line = String(typeof title === 'string' ? title : '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .toWellFormed()
    .trim()
  return {
    title: [...line].slice(0, MOST_TITLE).join('') || null,
    thumbnailUrl: typeof thumbnailUrl === 'string' ? thumbnailUrl : null,
  }
}

/** Throws when the provider has no answer. */
export const findVideoFacts = async (
  { fetchOutside, settings }: Pick<Platform, 'fetchOutside' | 'settings'>,
  videoId: string,
): Promise<VideoFacts> => {
  if (!settings.videoOembedUrl) return { title: null, thumbnailUrl: null }
  const address = new URL(settings.videoOembedUrl)
  address.searchParams.set('url', `https://www.youtube.com/watch?v=${videoId}`)
  address.searchParams.set('format', 'json')
  return readFacts(String(await inTurn(() => fetchOutside(address.href))))
}

/**
 * Writes the title to a post that still shows this video, and tells its readers. Waited for by nobody, it never fails.
 */
export const lookUpVideoTitle = async (
  platform: Platform,
  post: { communityId: string; eventId: string },
  videoId: string,
): Promise<void> => {
  const { background, db, bus } = platform
  const end = background.begin()
  try {
    const { title } = await findVideoFacts(platform, videoId)
    if (title === null) return
    await inTransaction(db, async (tx, afterCommit) => {
      const place = await lockEvent(tx, post.communityId, post.eventId)
      if (await setVideoTitle(tx, place, videoId, title)) afterCommit(() => bus.announce('event.updated', place))
    })
  } catch {
    // The provider has no answer, or the post has gone meanwhile: it is shown by its picture, as before.
  } finally {
    end()
  }
}
