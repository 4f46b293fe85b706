// Programs that show link previews and cannot read WebP get a JPEG.
import { LRUCache } from 'lru-cache'
import { buffer } from 'node:stream/consumers'
import type { Platform } from '#server/kernel/platform.ts'
import { encodeJpeg } from './encode-picture.ts'

const MAX_CACHED_PREVIEWS = 50

/** Returns a reader of stored pictures as JPEG of at most 800 pixels, null if there is none; recent ones are cached. */
export const createPreviewReader = ({ storage }: Pick<Platform, 'storage'>) => {
  const cache = new LRUCache<string, Buffer>({ max: MAX_CACHED_PREVIEWS })
  return async (id: string): Promise<Buffer | null> => {
    const cached = cache.get(id)
    if (cached) return cached
    const file = await storage.get(`${id}/card`)
    if (!file) return null
    const jpeg = await encodeJpeg(await buffer(file.stream()))
    cache.set(id, jpeg)
    return jpeg
  }
}
