// All deals of a community at once weigh megabytes: they are written once for all who are told the same of them, and
// one list at a time, of each who asks in their turn: who asks for many holds up nobody but themselves.
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
/** What is announced is forgotten at once; this bounds what changes without a word, in the database itself. */
const MOST_AGE_MS = MINUTE_MS
const AT_ONCE = 1
/** Lists that one asker waits for; for one more they are told to come back. */
export const MOST_WAITING = 5
/** Of all askers together. */
export const MOST_WAITING_IN_ALL = 200
const BACK_IN_S = 5
const compress = promisify(gzip)

/** What a list is made of. */
export interface DealMapKey {
  communityId: string
  categoryIds: readonly string[] | undefined
  readers: DealReaders
  /** Who waits for it: the account that asks, else the address. */
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
  // what is read while something changes must not be kept behind the message
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
      // days begin and end on the minute, by whatever clocks
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
