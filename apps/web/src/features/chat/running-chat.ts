import { createObservable } from '#web/kernel/observable.ts'

/** The running chat of this page: sends read receipts and typing signals. */
export interface Chat {
  /** Marks a conversation as read up to the message with this `place` (its sequence number). */
  markRead: (conversationId: string, place: number) => void
  sendTyping: (target: { to: string } | { eventId: string }) => void
}

/** Null while no chat is running: before startChat() and after it was stopped. */
export const runningChat = createObservable<Chat | null>(null)
