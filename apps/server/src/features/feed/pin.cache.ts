// Most communities have no pinned posts. For them, this cache saves the query of the pinned posts, which is a sixth of
// the database cost of a page.
import { LRUCache } from 'lru-cache'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { hasPins } from './feed.queries.ts'

const MAX_COMMUNITIES = 10_000
/** Bus messages invalidate the cache at once. This limits how long a change made directly in the database is missed. */
const MAX_AGE_MS = 60_000

export const createPinCache = ({ db, bus, clock }: Pick<Platform, 'db' | 'bus' | 'clock'>) => {
  const cache = new LRUCache<string, boolean>({
    max: MAX_COMMUNITIES,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
    fetchMethod: communityId => hasPins(db, communityId, clock.now()),
    // A value that was read while an event of the community changed may be stale: it is returned, but not cached.
    ignoreFetchAbort: true,
  })
  bus.subscribe('event.updated', ({ communityId }) => void cache.delete(communityId))
  return {
    /** Returns false only if the community has no pinned posts. */
    mayHavePins: async (communityId: string): Promise<boolean> => (await cache.fetch(communityId)) !== false,
  }
}

export const pinCache = defineState(createPinCache)
