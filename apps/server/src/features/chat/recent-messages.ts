import { LRUCache } from 'lru-cache'
import type { Platform } from '#server/kernel/platform.ts'
import type { MessageRow } from './message.queries.ts'

/** A stored message is published right after; within this time it need not be read again. */
const MOST_KEPT = 1_000
const MOST_AGE_MS = 2_000

const ofServer = new WeakMap<Platform['bus'], LRUCache<string, MessageRow>>()

export const recentMessages = ({ bus }: Pick<Platform, 'bus'>): LRUCache<string, MessageRow> => {
  const recent = ofServer.get(bus) ?? new LRUCache<string, MessageRow>({ max: MOST_KEPT, ttl: MOST_AGE_MS })
  ofServer.set(bus, recent)
  return recent
}
