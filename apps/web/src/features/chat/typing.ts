import { useSyncExternalStore } from 'react'

/** A person counts as typing until this time has passed since their last typing signal. */
const TYPING_TIMEOUT_MS = 6_000

const timersByConversation = new Map<string, Map<string, ReturnType<typeof setTimeout>>>()
const listeners = new Set<() => void>()
let snapshot = new Map<string, readonly string[]>()

const publish = () => {
  snapshot = new Map([...timersByConversation].map(([id, people]) => [id, [...people.keys()]]))
  for (const listener of listeners) listener()
}

export const removeTypingPerson = (conversationId: string, userId: string): void => {
  const people = timersByConversation.get(conversationId)
  if (!people?.has(userId)) return
  clearTimeout(people.get(userId))
  people.delete(userId)
  if (people.size === 0) timersByConversation.delete(conversationId)
  publish()
}

export const addTypingPerson = (conversationId: string, userId: string): void => {
  const people = timersByConversation.get(conversationId) ?? new Map<string, ReturnType<typeof setTimeout>>()
  clearTimeout(people.get(userId))
  people.set(
    userId,
    setTimeout(() => removeTypingPerson(conversationId, userId), TYPING_TIMEOUT_MS),
  )
  timersByConversation.set(conversationId, people)
  publish()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const nobody: readonly string[] = []

/** Ids of the people who are typing in a conversation. */
export const useTyping = (conversationId: string | null | undefined): readonly string[] =>
  useSyncExternalStore(subscribe, () => snapshot.get(conversationId ?? '') ?? nobody)
