// Most communities have no pinned posts. For them, this cache saves the query of the pinned posts, which is a sixth of
// the database cost of a page.
import { LRUCache } from 'lru-cache'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { hasPins } from './feed.queries.ts'

const MAX_COMMUNITIES = 10_000
/** Bus messages invalidate the cache at once. This limits how long a change made directly in the database is missed. */
const MAX_AGE_MS = 60_000

export interface PinCache {
  /** Returns false only if the community has no pinned posts. */
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
  // A value that was read while an event changed may be stale and is not cached.
  let changeCount = 0
  bus.subscribe('event.updated', ({ communityId }) => {
    changeCount++
    cache.delete(communityId)
  })
  return {
    async mayHavePins(communityId) {
      const countBefore = changeCount
      const found = cache.get(communityId) ?? (await hasPins(db, communityId, clock.now()))
      if (countBefore === changeCount) cache.set(communityId, found, { noUpdateTTL: true })
      return found
    },
  }
}

export const pinCache = defineState(createPinCache)
