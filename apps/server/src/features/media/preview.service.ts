// Programs that show link previews but cannot read WebP receive a JPEG.
import { LRUCache } from 'lru-cache'
import { buffer } from 'node:stream/consumers'
import type { Platform } from '#server/kernel/platform.ts'
import { encodeJpegPreview } from './encode-picture.ts'

const MAX_CACHED_PREVIEWS = 50

/**
 * Returns a function that reads a stored picture as JPEG of at most 800 pixels, or null if its file is missing. The
 * function caches recent previews.
 */
export const createPreviewReader = ({ storage }: Pick<Platform, 'storage'>) => {
  const cache = new LRUCache<string, Buffer>({ max: MAX_CACHED_PREVIEWS })
  return async (id: string): Promise<Buffer | null> => {
    const cached = cache.get(id)
    if (cached) return cached
    const file = await storage.get(`${id}/card`)
    if (!file) return null
    const jpeg = await encodeJpegPreview(await buffer(file.stream()))
    cache.set(id, jpeg)
    return jpeg
  }
}
