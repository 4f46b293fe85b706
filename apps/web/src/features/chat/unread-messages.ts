import { createCounter, useCount } from '#web/kernel/counter.ts'

/** Number of unread messages, for the tab and the document title. */
export const messagesCounter = createCounter()

export const setUnreadMessages = messagesCounter.set

export const useUnreadMessages = (): number => useCount(messagesCounter)
