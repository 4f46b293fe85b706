import { useSyncExternalStore } from 'react'

/** The chat of this page: sends receipts and typing signals. */
export interface Chat {
  /** Marks a conversation as read up to this place. */
  read: (conversationId: string, place: number) => void
  typing: (name: { to: string } | { eventId: string }) => void
}

let current: Chat | null = null
const listeners = new Set<() => void>()

export const setCurrentChat = (chat: Chat | null): void => {
  current = chat
  for (const listener of listeners) listener()
}

/** Returns null until the chat has been started. */
export const currentChat = (): Chat | null => current

export const useChat = (): Chat | null =>
  useSyncExternalStore(listener => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, currentChat)
