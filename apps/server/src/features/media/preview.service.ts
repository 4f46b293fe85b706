// Programs that show link previews and cannot read WebP get a JPEG.
import { LRUCache } from 'lru-cache'
import { buffer } from 'node:stream/consumers'
import type { Platform } from '#server/kernel/platform.ts'
import { encodeJpeg } from './encode-picture.ts'

const MOST_PREVIEWS = 50

/**
 * Returns a function that reads a stored picture as JPEG of at most 800 pixels, or null if there is none. Recent ones
 * are cached.
 */
export const createPreviews = ({ storage }: Pick<Platform, 'storage'>) => {
  const kept = new LRUCache<string, Buffer>({ max: MOST_PREVIEWS })
  return async (id: string): Promise<Buffer | null> => {
    const known = kept.get(id)
    if (known) return known
    const file = await storage.get(`${id}/card`)
    if (!file) return null
    const jpeg = await encodeJpeg(await buffer(file.stream()))
    kept.set(id, jpeg)
    return jpeg
  }
}
