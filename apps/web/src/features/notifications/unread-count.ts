import { createObservable } from '#web/kernel/observable.ts'

/** The number of unread rows in the list of notifications, as far as this device knows. */
export const unreadCounter = createObservable(0)
