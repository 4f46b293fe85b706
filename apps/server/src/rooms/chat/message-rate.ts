import { MESSAGE_WINDOW_MS, MESSAGES_PER_WINDOW } from '@parvis/contract/chat.ts'
import { LRUCache } from 'lru-cache'
import { fail } from '#server/kernel/errors.ts'

const windows = new LRUCache<string, { start: number; count: number }>({ max: 20_000 })

/** Counts one more message of a member, over all their sockets and calls; `toomanyrequests` with `params.seconds` past the limit. In this process: it protects others' screens, no secret. */
export const countMessage = (userId: string, now = performance.now()): void => {
  const window = windows.get(userId)
  if (!window || now - window.start >= MESSAGE_WINDOW_MS) return void windows.set(userId, { start: now, count: 1 })
  if (++window.count > MESSAGES_PER_WINDOW)
    fail('toomanyrequests', { params: { seconds: Math.ceil((window.start + MESSAGE_WINDOW_MS - now) / 1000) } })
}
