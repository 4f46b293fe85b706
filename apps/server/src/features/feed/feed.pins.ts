// Most communities have nothing pinned. Knowing that saves a page the query for pinned posts, a sixth of its cost in
// PostgreSQL.
import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/kernel/platform.ts'
import { hasPins } from './feed.queries.ts'

const MOST_COMMUNITIES = 10_000
/** Published changes invalidate at once; this bounds how long a change made directly in the database is missed. */
const MOST_AGE_MS = 60_000

export interface Pins {
  /** Whether anything may be pinned in a community; false means that nothing is. */
  mayStand(communityId: string): Promise<boolean>
}

type Reader = Pick<Platform, 'db' | 'bus' | 'clock'>

export const createPins = ({ db, bus, clock }: Reader): Pins => {
  const known = new LRUCache<string, boolean>({
    max: MOST_COMMUNITIES,
    ttl: MOST_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // A value that was read during an invalidation may be stale, and must not be stored.
  let changes = 0
  bus.listen('event.updated', ({ communityId }) => {
    changes++
    known.delete(communityId)
  })
  return {
    async mayStand(communityId) {
      const before = changes
      const found = known.get(communityId) ?? (await hasPins(db, communityId, clock.now()))
      if (before === changes) known.set(communityId, found, { noUpdateTTL: true })
      return found
    },
  }
}

const ofServer = new WeakMap<Platform['bus'], Pins>()

export const pinsOf = (platform: Reader): Pins => {
  const pins = ofServer.get(platform.bus) ?? createPins(platform)
  ofServer.set(platform.bus, pins)
  return pins
}
