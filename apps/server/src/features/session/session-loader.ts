import { LRUCache } from 'lru-cache'
import { type Actor, isAffectedByChange, type LoadSession, type LoadSessionById } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { batchReads } from '#server/kernel/postgres/batched-reads.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { isSessionAlive } from './session.policy.ts'
import { findSessions, findTokenHash, type FoundSession } from './session.queries.ts'
import { touchSessions } from './session.service.ts'

/** Published changes evict a session at once; this limits how long a change made directly in the database is missed. */
const CACHE_MS = 5_000
const MAX_CACHED = 10_000
/** Maximum number of repeated reads of a session that changes while it is read. */
const MAX_RELOADS = 3
const TOUCH_INTERVAL_MS = 5 * 60_000

/** Caches sessions by token hash until a published change; `changeCount` grows with each such change. */
const createSessionCache = ({ bus, clock }: Platform) => {
  const cache = new LRUCache<string, FoundSession>({
    max: MAX_CACHED,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // A session that changed while it was read must not be cached: it may be stale, and its eviction has passed.
  let changes = 0
  const evict = (isStale: (actor: Actor) => boolean) => {
    changes++
    for (const [key] of [...cache.entries()].filter(([, { actor }]) => isStale(actor))) cache.delete(key)
  }
  bus.subscribe('session.revoked', ({ sessionIds }) => {
    const revokedIds = new Set(sessionIds)
    evict(actor => revokedIds.has(actor.sessionId))
  })
  bus.subscribe('actor.changed', change => evict(actor => isAffectedByChange(actor, change)))
  return { cache, changeCount: () => changes }
}

/**
 * Returns a function that finds the token hash of a session. The hashes are cached, because every picture of a page is
 * authorized by the session id.
 */
const createTokenHashReader = (db: Platform['db']) => {
  const hashes = new LRUCache<string, string>({ max: MAX_CACHED })
  return async (sessionId: string) => {
    const known = hashes.get(sessionId) ?? (await findTokenHash(db, sessionId))
    if (known) hashes.set(sessionId, known)
    return known
  }
}

export const createSessionLoader = (
  platform: Platform,
): { loadSession: LoadSession; loadSessionById: LoadSessionById } => {
  const { db, clock, settings } = platform
  const { cache, changeCount } = createSessionCache(platform)
  // After a restart all clients call at once: with a query per session, some would time out waiting for a connection.
  const find = batchReads(hashes => findSessions(db, hashes, clock.now(), settings))
  const touch = batchReads(async hashes => {
    await touchSessions(db, hashes, clock.now())
    return new Map<string, never>()
  })

  const load = async (tokenHash: string, reloadsLeft = MAX_RELOADS): Promise<FoundSession | undefined> => {
    const changesBefore = changeCount()
    const found = await find(tokenHash)
    // The session may have been read before a change that is already confirmed to its caller, so it is read again.
    if (found && changesBefore !== changeCount() && reloadsLeft > 0) return load(tokenHash, reloadsLeft - 1)
    if (found && changesBefore === changeCount()) cache.set(tokenHash, found)
    return found
  }

  const loadByHash = async (tokenHash: string) => {
    const now = clock.now()
    const session = cache.get(tokenHash) ?? (await load(tokenHash))
    if (!session || !isSessionAlive({ ...session, role: session.actor.role }, now)) return null
    if (now.getTime() - session.seenAt.getTime() > TOUCH_INTERVAL_MS) {
      session.seenAt = now
      await touch(tokenHash)
    }
    return session.actor
  }

  // Only the hash is cached; the session is loaded as usual.
  const findCachedHash = createTokenHashReader(db)

  return {
    loadSession: async token => (token ? loadByHash(hashSecret(token)) : null),
    loadSessionById: async sessionId => {
      const tokenHash = await findCachedHash(sessionId)
      return tokenHash === undefined ? null : loadByHash(tokenHash)
    },
  }
}
