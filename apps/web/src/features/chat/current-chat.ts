import { useSyncExternalStore } from 'react'

/** The running chat of this page: sends read receipts and typing signals. */
export interface Chat {
  /** Marks a conversation as read up to the message with this `place` (its sequence number). */
  markRead: (conversationId: string, place: number) => void
  sendTyping: (target: { to: string } | { eventId: string }) => void
}

let current: Chat | null = null
const listeners = new Set<() => void>()

export const setCurrentChat = (chat: Chat | null): void => {
  current = chat
  for (const listener of listeners) listener()
}

/** Returns null while no chat is running: before startChat() and after it was stopped. */
export const currentChat = (): Chat | null => current

export const useChat = (): Chat | null =>
  useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, currentChat)
