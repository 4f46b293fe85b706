// The list of all deals of a community has megabytes, so it is serialised once per audience and cached. One list is
// built at a time, in turn per client, so that a client with many requests delays only itself.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { DealsPage } from '@parvis/contract/deals.ts'
import { LRUCache } from 'lru-cache'
import { Json } from '#server/kernel/http/serve.ts'
import { limitByAsker } from '#server/kernel/limits/concurrency-limit.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import type { DealReaders } from './deals.policy.ts'

const MOST_BYTES = 64 * 1024 * 1024
/**
 * Published changes clear the cache at once; this bounds how long a change made directly in the database stays unseen.
 */
const MOST_AGE_MS = MINUTE_MS
const AT_ONCE = 1
/** Lists queued per client; further requests are told to retry. */
export const MOST_WAITING = 5
/** Lists queued for all clients together. */
export const MOST_WAITING_IN_ALL = 200
const BACK_IN_S = 5
const compress = promisify(gzip)

export interface DealMapKey {
  communityId: string
  categoryIds: readonly string[] | undefined
  readers: DealReaders
  /** Account of the request, else its address. */
  asker: string
}

export interface DealMaps {
  read: (key: DealMapKey, make: () => Promise<DealsPage>) => Promise<Json>
}

export const createDealMaps = ({ bus, clock }: Pick<Platform, 'bus' | 'clock'>): DealMaps => {
  const inTurn = limitByAsker({
    atOnce: AT_ONCE,
    mostOfOne: MOST_WAITING,
    mostInAll: MOST_WAITING_IN_ALL,
    backInS: BACK_IN_S,
  })
  const making = new Map<string, Promise<Json>>()
  const kept = new LRUCache<string, Json>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes, gzipped }, key) => bytes.length + (gzipped?.length ?? 0) + key.length,
    ttl: MOST_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // A list that is read while a deal changes must not be cached in its old state.
  const forget = () => {
    making.clear()
    kept.clear()
  }
  for (const name of ['deal.created', 'deal.updated', 'deal.hidden', 'deal.removed'] as const) bus.listen(name, forget)
  bus.listen('actor.changed', ({ communityIds = [] }) => communityIds.length > 0 && forget())

  const write = (asker: string, make: () => Promise<DealsPage>) =>
    inTurn(asker, async () => {
      const bytes = Buffer.from(JSON.stringify(await make()))
      return new Json(bytes, await compress(bytes))
    })

  return {
    read: ({ communityId, categoryIds, readers, asker }, make) => {
      // Dates start and end on the minute, whatever the time zone.
      const minute = Math.floor(clock.now().getTime() / MINUTE_MS)
      const key = [minute, communityId, readers.name, ...new Set(categoryIds?.toSorted())].join(' ')
      const known = kept.get(key) ?? making.get(key)
      if (known) return Promise.resolve(known)
      const made = write(asker, make)
      making.set(key, made)
      made
        .then(json => readers.areMany && making.get(key) === made && kept.set(key, json))
        .catch(() => {})
        .finally(() => making.get(key) === made && making.delete(key))
      return made
    },
  }
}
