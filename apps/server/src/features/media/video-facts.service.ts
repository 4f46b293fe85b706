// Title and thumbnail of a video come from its provider, whose answer is not trusted.
import { limitConcurrency } from '#server/kernel/limits/concurrency-limit.ts'
import { defineState, type Platform } from '#server/kernel/platform.ts'

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
