import { MESSAGE_WINDOW_MS, MESSAGES_PER_WINDOW } from '@parvis/contract/chat.ts'
import { LRUCache } from 'lru-cache'
import type { Actor } from '#server/kernel/actor.ts'
import { fail } from '#server/kernel/errors.ts'
import { textLimit } from '#server/kernel/limits/day-limit.ts'
import { DAY_MS, type Limit } from '#server/kernel/limits/rate-limit.ts'
import { defineState } from '#server/kernel/platform.ts'

/** Maximum number of resume requests per member within `MESSAGE_WINDOW_MS`; five reconnecting screens stay below it. */
export const RESUMES_PER_WINDOW = 30

/** Limits each member over all sockets and calls of this process; throws `toomanyrequests` with `params.seconds`. */
const createRateLimiter = (limit: number) => {
  const windows = new LRUCache<string, { start: number; count: number }>({ max: 20_000 })
  return (userId: string, now = performance.now()): void => {
    const window = windows.get(userId)
    if (!window || now - window.start >= MESSAGE_WINDOW_MS) return void windows.set(userId, { start: now, count: 1 })
    if (++window.count > limit)
      fail('toomanyrequests', { params: { seconds: Math.ceil((window.start + MESSAGE_WINDOW_MS - now) / 1000) } })
  }
}

export const MESSAGES_PER_DAY = 2000

/** Daily limits of one member, consumed by each message: number of messages, and bytes of text. */
export const messageDayLimits = (actor: Pick<Actor, 'userId'>, text: string | null): { count: Limit; text: Limit } => ({
  count: { bucket: `messages ${actor.userId}`, max: MESSAGES_PER_DAY, windowMs: DAY_MS, amount: 1 },
  text: textLimit(actor, text),
})

export const consumeMessageQuota = defineState(() => createRateLimiter(MESSAGES_PER_WINDOW))
export const consumeResumeQuota = defineState(() => createRateLimiter(RESUMES_PER_WINDOW))
