import { type Actor, isConcerned, type LoadSession } from '#server/kernel/actor.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { batchReads } from '#server/kernel/postgres/batched-reads.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import { isSessionAlive } from './session.policy.ts'
import { findSessions, type FoundSession } from './session.queries.ts'
import { touchSessions } from './session.service.ts'

/** What is announced is forgotten at once; this bounds what changes without a word, in the database itself. */
const CACHE_MS = 5_000
const MOST_CACHED = 10_000
/** A session's last use is written down at most this often. */
const TOUCH_MS = 5 * 60_000

interface Cached extends FoundSession {
  until: number
}

/** One for the whole server: what it remembers is forgotten in one place. */
export const createSessionLoader = ({ db, bus, clock }: Platform): LoadSession => {
  const cache = new Map<string, Cached>()
  // What is read while it is being changed must not be cached behind the message.
  let changes = 0
  const forget = (isOld: (actor: Actor) => boolean) => {
    changes++
    for (const [key, { actor }] of cache) if (isOld(actor)) cache.delete(key)
  }
  bus.listen('session.revoked', ({ sessionIds }) => {
    const gone = new Set(sessionIds)
    forget(actor => gone.has(actor.sessionId))
  })
  bus.listen('actor.changed', change => forget(actor => isConcerned(actor, change)))

  // After a restart everybody comes at once: one question for all, not one each, or the last would wait for a connection in vain.
  const find = batchReads(hashes => findSessions(db, hashes))
  const touch = batchReads(async hashes => {
    await touchSessions(db, hashes, clock.now())
    return new Map<string, never>()
  })

  const load = async (tokenHash: string, now: Date): Promise<Cached | null> => {
    const before = changes
    const found = await find(tokenHash)
    if (!found) return null
    const cached = { ...found, until: now.getTime() + CACHE_MS }
    if (before === changes) {
      if (cache.size >= MOST_CACHED) cache.delete(cache.keys().next().value!)
      cache.set(tokenHash, cached)
    }
    return cached
  }

  return async token => {
    if (!token) return null
    const tokenHash = hashSecret(token)
    const now = clock.now()
    const known = cache.get(tokenHash)
    const session = known && known.until > now.getTime() ? known : await load(tokenHash, now)
    if (!session) cache.delete(tokenHash)
    if (!session || !isSessionAlive({ ...session, role: session.actor.role }, now)) return null
    if (now.getTime() - session.seenAt.getTime() > TOUCH_MS) {
      session.seenAt = now
      await touch(tokenHash)
    }
    return session.actor
  }
}
