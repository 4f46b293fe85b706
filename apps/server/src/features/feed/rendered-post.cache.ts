// Rendered posts are the same for all viewers. They are cached until an entity that they show changes.
import { LRUCache } from 'lru-cache'
import { defineState, type Platform } from '#server/kernel/platform.ts'
import { batchReads } from '#server/kernel/postgres/batched-reads.ts'
import { type RenderedPost, renderPost } from './rendered-post.presenter.ts'
import { findRenderedPostRows } from './rendered-post.queries.ts'

/** Enough for about 14,000 typical posts. */
const MAX_BYTES = 64 * 1024 * 1024
/** Bus messages invalidate the cache at once. This limits how long a change made directly in the database is missed. */
const MAX_AGE_MS = 60_000

/** Identifies a post. The cache returns this version of the post or a later one. */
export interface RenderedPostKey {
  communityId: string
  eventId: string
  version: number
}

type CacheContext = Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>

/** Estimated memory of a rendered post in bytes: its content as objects and as JSON, and a constant overhead. */
export const sizeOfRenderedPost = ({ json }: RenderedPost): number => 2 * json.length + 2_500

/** Stores rendered posts until something that they show changes. `changeCount` returns the number of such changes. */
const createPostStore = ({ bus, clock }: CacheContext, maxBytes: number) => {
  const cache = new LRUCache<string, RenderedPost>({
    maxSize: maxBytes,
    sizeCalculation: sizeOfRenderedPost,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // A post that was read during an invalidation may be stale and is not cached.
  let invalidationCount = 0

  const invalidate = (isStale: (post: RenderedPost) => boolean) => {
    invalidationCount++
    for (const [id] of [...cache.entries()].filter(([, post]) => isStale(post))) cache.delete(id)
  }
  const invalidateDependents = (ids: readonly string[]) =>
    invalidate(({ dependencyIds }) => ids.some(id => dependencyIds.has(id)))
  bus.subscribe('display.changed', ({ ids }) => invalidateDependents(ids))
  bus.subscribe('actor.changed', ({ userIds = [], accountIds = [], communityIds = [] }) =>
    invalidateDependents([...userIds, ...accountIds, ...communityIds]),
  )
  // `find` recognises a stale post by its version anyway; deleting it here frees its memory sooner.
  for (const name of ['event.updated', 'event.deleted', 'event.answered'] as const)
    bus.subscribe(name, ({ eventId }) => void cache.delete(eventId))
  return { cache, changeCount: () => invalidationCount }
}

export const createRenderedPostCache = (context: CacheContext, maxBytes = MAX_BYTES) => {
  const { db, clock, settings } = context
  const { cache, changeCount } = createPostStore(context, maxBytes)

  const read = batchReads(async (keys: readonly string[]) => {
    const before = changeCount()
    const rows = await findRenderedPostRows(
      { db, clock, settings },
      keys.map(key => ({ communityId: key.slice(0, 36), eventId: key.slice(37) })),
    )
    const posts = rows.map(renderPost)
    if (before === changeCount()) for (const post of posts) cache.set(post.id, post)
    return new Map(posts.map(post => [`${post.shared.communityId} ${post.id}`, post]))
  })

  const findOne = ({
    communityId,
    eventId,
    version,
  }: RenderedPostKey): RenderedPost | Promise<RenderedPost | undefined> => {
    const cached = cache.get(eventId)
    if (cached && cached.version >= version) return cached
    return read(`${communityId} ${eventId}`)
  }

  return {
    /** Returns posts by event id, without those that are deleted. */
    async find(keys: readonly RenderedPostKey[]): Promise<ReadonlyMap<string, RenderedPost>> {
      const found = new Map<string, RenderedPost>()
      const missing: Promise<unknown>[] = []
      for (const key of keys) {
        const post = findOne(key)
        if (post instanceof Promise) missing.push(post.then(one => one && found.set(one.id, one)))
        else found.set(post.id, post)
      }
      await Promise.all(missing)
      return found
    },
  }
}

export const renderedPostCache = defineState((context: CacheContext) => createRenderedPostCache(context))
