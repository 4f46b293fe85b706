import { createCounter, useCount } from '#web/kernel/counter.ts'

/** How many messages the reader has not read: on the tab, and in the title. */
export const messagesCounter = createCounter()

export const setUnreadMessages = messagesCounter.set

export const useUnreadMessages = (): number => useCount(messagesCounter)
