import { MESSAGE_WINDOW_MS, MESSAGES_PER_WINDOW } from '@parvis/contract/chat.ts'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { textLimit } from '#server/kernel/limits/day-limit.ts'
import { DAY_MS, type Limit } from '#server/kernel/limits/rate-limit.ts'

/**
 * Times that a member may ask for what they missed within `MESSAGE_WINDOW_MS`: on five screens that come back again and
 * again.
 */
export const RESUMES_PER_WINDOW = 30

/**
 * Counts what a member does, over all their sockets and calls; `toomanyrequests` with `params.seconds` past the limit.
 * In this process: it protects others' screens, no secret.
 */
const counterOf = (most: number) => {
  const windows = new LRUCache<string, { start: number; count: number }>({ max: 20_000 })
  return (userId: string, now = performance.now()): void => {
    const window = windows.get(userId)
    if (!window || now - window.start >= MESSAGE_WINDOW_MS) return void windows.set(userId, { start: now, count: 1 })
    if (++window.count > most)
      fail('toomanyrequests', { params: { seconds: Math.ceil((window.start + MESSAGE_WINDOW_MS - now) / 1000) } })
  }
}

/** More than one a minute, day and night. */
export const MESSAGES_PER_DAY = 2000

/** What a member sends within a day, counted with each message: how many, and the bytes of their texts. */
export const messageDayLimits = (actor: Pick<Actor, 'userId'>, text: string | null): { count: Limit; text: Limit } => ({
  count: { bucket: `messages ${actor.userId}`, most: MESSAGES_PER_DAY, windowMs: DAY_MS, amount: 1 },
  text: textLimit(actor, text),
})

export const countMessage = counterOf(MESSAGES_PER_WINDOW)
export const countResume = counterOf(RESUMES_PER_WINDOW)
