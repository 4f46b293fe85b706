import { createObservable } from '#web/kernel/observable.ts'

/** Number of unread messages, shown in the navigation tab and in the document title. */
export const messagesCounter = createObservable(0)
