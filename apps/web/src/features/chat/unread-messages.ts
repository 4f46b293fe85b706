import { createCounter, useCount } from '#web/kernel/counter.ts'

/** Number of unread messages, shown in the navigation tab and in the document title. */
export const messagesCounter = createCounter()

export const setUnreadMessages = messagesCounter.set

export const useUnreadMessages = (): number => useCount(messagesCounter)
