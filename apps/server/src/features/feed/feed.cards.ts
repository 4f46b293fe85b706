// Cards are the same for all readers: they are read once, and kept until something that they show becomes another.
import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/kernel/platform.ts'
import { batchReads } from '#server/kernel/postgres/batched-reads.ts'
import { type Card, presentCard } from './card.presenter.ts'
import { findCardRows } from './card.queries.ts'

/** Some 14,000 of them as they mostly are. */
const MOST_BYTES = 64 * 1024 * 1024
/** What is announced is forgotten at once; this bounds what changes without a word, in the database itself. */
const MOST_AGE_MS = 60_000

/** Names a card that is at least as new as this version. */
export interface CardKey {
  communityId: string
  eventId: string
  version: number
}

export interface Cards {
  /** Those that are still there, by event. */
  find(keys: readonly CardKey[]): Promise<ReadonlyMap<string, Card>>
}

type Reader = Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>

/**
 * About what a card takes in memory, in bytes: what it says twice, as objects and as JSON, and what is the same for
 * all.
 */
export const sizeOfCard = ({ json }: Card): number => 2 * json.length + 2_500

/** Cards of so many bytes are kept at a time: those that were read last. */
export const createCards = ({ db, bus, clock, settings }: Reader, mostBytes = MOST_BYTES): Cards => {
  const kept = new LRUCache<string, Card>({
    maxSize: mostBytes,
    sizeCalculation: sizeOfCard,
    ttl: MOST_AGE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  })
  // What is read while it is being changed must not be kept behind the message.
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
  // Its version tells an old card from a new one; this only lets go of it sooner.
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

/** The cards of this server process. */
export const cardsOf = (platform: Reader): Cards => {
  const cards = ofServer.get(platform.bus) ?? createCards(platform)
  ofServer.set(platform.bus, cards)
  return cards
}
