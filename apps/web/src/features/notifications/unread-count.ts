import { createCounter } from '#web/kernel/counter.ts'

/** How much of what the reader was told is unread, as far as this device knows. */
export const unreadCounter = createCounter()

export const setUnread = unreadCounter.set
