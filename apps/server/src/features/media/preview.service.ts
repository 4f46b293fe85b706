// Programs that show what a link leads to, and read no WebP, are given a JPEG.
import { LRUCache } from 'lru-cache'
import { buffer } from 'node:stream/consumers'
import type { Platform } from '#server/kernel/platform.ts'
import { encodeJpeg } from './encode-picture.ts'

/** Of some 60 kB each, in memory. */
const MOST_PREVIEWS = 50

/** Reads stored pictures as JPEG, 800 pixels at most; null where there is none. Those that were read last are kept. */
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
