import { LRUCache } from 'lru-cache'
import { defineState } from '#server/kernel/platform.ts'
import type { MessageRow } from './message.queries.ts'

/** A message is published right after it is stored; the cache saves reading it again for the publication. */
const MAX_CACHED = 1_000
const MAX_AGE_MS = 2_000

export const recentMessages = defineState(() => new LRUCache<string, MessageRow>({ max: MAX_CACHED, ttl: MAX_AGE_MS }))
