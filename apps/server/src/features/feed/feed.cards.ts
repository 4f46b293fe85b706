// Rendered posts are the same for all viewers: they are read once, and cached until something they show changes.
import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/kernel/platform.ts'
import { batchReads } from '#server/kernel/postgres/batched-reads.ts'
import { type Card, presentCard } from './card.presenter.ts'
import { findCardRows } from './card.queries.ts'

/** About 14,000 typical posts. */
const MOST_BYTES = 64 * 1024 * 1024
/** Published changes invalidate at once; this bounds how long a change made directly in the database is missed. */
const MOST_AGE_MS = 60_000

/** Asks for a post of at least this version. */
export interface CardKey {
  communityId: string
  eventId: string
  version: number
}

export interface Cards {
  /** By event id; deleted ones are left out. */
  find(keys: readonly CardKey[]): Promise<ReadonlyMap<string, Card>>
}

type Reader = Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>

/** Estimated memory of a rendered post in bytes: its content as objects and as JSON, and a constant. */
export const sizeOfCard = ({ json }: Card): number => 2 * json.length + 2_500

/** Evicts the least recently used posts beyond `maxBytes`. */
export const createCards = ({ db, bus, clock, settings }: Reader, mostBytes = MOST_BYTES): Cards => {
  const kept = new LRUCache<string, Card>({
    maxSize: mostBytes,
    sizeCalculation: sizeOfCard,
    ttl: MOST_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // A post that was read during an invalidation may be stale, and must not be stored.
  let changes = 0

  const forget = (isOld: (card: Card) => boolean) => {
    changes++
    for (const [id] of [...kept.entries()].filter(([, card]) => isOld(card))) kept.delete(id)
  }
  const forgetShowing = (ids: readonly string[]) => forget(({ parts }) => ids.some(id => parts.has(id)))
  bus.listen('shown.changed', ({ ids }) => forgetShowing(ids))
  bus.listen('actor.changed', ({ userIds = [], accountIds = [], communityIds = [] }) =>
    forgetShowing([...userIds, ...accountIds, ...communityIds]),
  )
  // The version already tells a stale post; this frees its memory sooner.
  for (const name of ['event.updated', 'event.deleted', 'event.answered'] as const)
    bus.listen(name, ({ eventId }) => void kept.delete(eventId))

  const read = batchReads(async (keys: readonly string[]) => {
    const before = changes
    const rows = await findCardRows(
      { db, clock, settings },
      keys.map(key => ({ communityId: key.slice(0, 36), eventId: key.slice(37) })),
    )
    const cards = rows.map(presentCard)
    if (before === changes) for (const card of cards) kept.set(card.id, card)
    return new Map(cards.map(card => [`${card.shared.communityId} ${card.id}`, card]))
  })

  const findOne = ({ communityId, eventId, version }: CardKey): Card | Promise<Card | undefined> => {
    const known = kept.get(eventId)
    if (known && known.version >= version) return known
    return read(`${communityId} ${eventId}`)
  }

  return {
    async find(keys) {
      const found = new Map<string, Card>()
      const missing: Promise<unknown>[] = []
      for (const key of keys) {
        const card = findOne(key)
        if (card instanceof Promise) missing.push(card.then(one => one && found.set(one.id, one)))
        else found.set(card.id, card)
      }
      await Promise.all(missing)
      return found
    },
  }
}

const ofServer = new WeakMap<Platform['bus'], Cards>()

/** The cache of this server process. */
export const cardsOf = (platform: Reader): Cards => {
  const cards = ofServer.get(platform.bus) ?? createCards(platform)
  ofServer.set(platform.bus, cards)
  return cards
}
