import { createCounter } from '#web/kernel/counter.ts'

/** The number of unread rows in the list of notifications, as far as this device knows. */
export const unreadCounter = createCounter()

export const setUnreadCount = unreadCounter.set
