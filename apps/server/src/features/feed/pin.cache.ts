// Most communities have no pinned posts; knowing that saves a query, a sixth of the database cost of a page.
import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/kernel/platform.ts'
import { hasPins } from './feed.queries.ts'

const MAX_COMMUNITIES = 10_000
/** Published changes invalidate at once; this bounds how long a change made directly in the database is missed. */
const MAX_AGE_MS = 60_000

export interface PinCache {
  /** False if the community certainly has no pinned posts. */
  mayHavePins(communityId: string): Promise<boolean>
}

type CacheContext = Pick<Platform, 'db' | 'bus' | 'clock'>

export const createPinCache = ({ db, bus, clock }: CacheContext): PinCache => {
  const cache = new LRUCache<string, boolean>({
    max: MAX_COMMUNITIES,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // A value that was read during an invalidation may be stale, so it must not be cached.
  let changes = 0
  bus.subscribe('event.updated', ({ communityId }) => {
    changes++
    cache.delete(communityId)
  })
  return {
    async mayHavePins(communityId) {
      const before = changes
      const found = cache.get(communityId) ?? (await hasPins(db, communityId, clock.now()))
      if (before === changes) cache.set(communityId, found, { noUpdateTTL: true })
      return found
    },
  }
}

const pinCaches = new WeakMap<Platform['bus'], PinCache>()

export const pinCache = (platform: CacheContext): PinCache => {
  const pins = pinCaches.get(platform.bus) ?? createPinCache(platform)
  pinCaches.set(platform.bus, pins)
  return pins
}
