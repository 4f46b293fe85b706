import { useSyncExternalStore } from 'react'

/** The sender repeats the typing signal within this time; without one, typing has stopped. */
const HEARD_FOR_MS = 6_000

const writers = new Map<string, Map<string, ReturnType<typeof setTimeout>>>()
const listeners = new Set<() => void>()
let shown = new Map<string, readonly string[]>()

const tell = () => {
  shown = new Map([...writers].map(([id, people]) => [id, [...people.keys()]]))
  for (const changed of listeners) changed()
}

export const stopTyping = (conversationId: string, userId: string): void => {
  const people = writers.get(conversationId)
  if (!people?.has(userId)) return
  clearTimeout(people.get(userId))
  people.delete(userId)
  if (people.size === 0) writers.delete(conversationId)
  tell()
}

export const noteTyping = (conversationId: string, userId: string): void => {
  const people = writers.get(conversationId) ?? new Map<string, ReturnType<typeof setTimeout>>()
  clearTimeout(people.get(userId))
  people.set(
    userId,
    setTimeout(() => stopTyping(conversationId, userId), HEARD_FOR_MS),
  )
  writers.set(conversationId, people)
  tell()
}

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

const nobody: readonly string[] = []

/** Ids of the people who are typing in a conversation. */
export const useTyping = (conversationId: string | null | undefined): readonly string[] =>
  useSyncExternalStore(subscribe, () => shown.get(conversationId ?? '') ?? nobody)
