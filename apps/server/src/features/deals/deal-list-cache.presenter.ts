// The list of all deals of a community can be megabytes large, so it is serialized once per audience and cached. One
// list is built at a time, and clients take turns, so that a client with many requests delays only itself.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { DealsPage } from '@parvis/contract/deals.ts'
import { LRUCache } from 'lru-cache'
import { Json } from '#server/kernel/http/serve.ts'
import { limitConcurrencyByCaller } from '#server/kernel/limits/concurrency-limit.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { DealAudience } from './deals.policy.ts'

const MAX_BYTES = 64 * 1024 * 1024
/** Bounds how long a change made directly in the database stays unseen; published changes clear the cache at once. */
const MAX_AGE_MS = MINUTE_MS
const CONCURRENCY = 1
/** Maximum number of lists queued per client; further requests are refused, and the client retries them later. */
export const MAX_QUEUED_PER_CLIENT = 5
export const MAX_QUEUED = 200
const RETRY_AFTER_S = 5
const compress = promisify(gzip)

export interface DealListKey {
  communityId: string
  categoryIds: readonly string[] | undefined
  audience: DealAudience
  /** The account of the request, or its IP address without a session. */
  client: string
}

export const createDealListCache = ({ bus, clock }: Pick<Platform, 'bus' | 'clock'>) => {
  const enqueue = limitConcurrencyByCaller({
    concurrency: CONCURRENCY,
    maxPerCaller: MAX_QUEUED_PER_CLIENT,
    maxTotal: MAX_QUEUED,
    retryAfterSeconds: RETRY_AFTER_S,
  })
  const inFlight = new Map<string, Promise<Json>>()
  const cache = new LRUCache<string, Json>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes, gzipped }, key) => bytes.length + (gzipped?.length ?? 0) + key.length,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // A list that is read while a deal changes may be stale, so it must not be cached.
  const clear = () => {
    inFlight.clear()
    cache.clear()
  }
  for (const name of ['deal.created', 'deal.updated', 'deal.hidden', 'deal.removed'] as const)
    bus.subscribe(name, clear)
  bus.subscribe('actor.changed', ({ communityIds = [] }) => communityIds.length > 0 && clear())

  const build = (client: string, buildPage: () => Promise<DealsPage>) =>
    enqueue(client, async () => {
      const bytes = Buffer.from(JSON.stringify(await buildPage()))
      return new Json(bytes, await compress(bytes))
    })

  return {
    read: (
      { communityId, categoryIds, audience, client }: DealListKey,
      buildPage: () => Promise<DealsPage>,
    ): Promise<Json> => {
      // The key contains the minute, because deals start and end on full minutes in every time zone.
      const minute = Math.floor(clock.now().getTime() / MINUTE_MS)
      const key = [minute, communityId, audience.name, ...new Set(categoryIds?.toSorted())].join(' ')
      const cached = cache.get(key) ?? inFlight.get(key)
      if (cached) return Promise.resolve(cached)
      const built = build(client, buildPage)
      inFlight.set(key, built)
      built
        .then(json => audience.isShared && inFlight.get(key) === built && cache.set(key, json))
        .catch(() => {})
        .finally(() => inFlight.get(key) === built && inFlight.delete(key))
      return built
    },
  }
}
