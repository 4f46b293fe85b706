import { createObservable, useObservable } from '#web/kernel/observable.ts'

/** A person counts as typing until this time has passed since their last typing signal. */
const TYPING_TIMEOUT_MS = 6_000

const timersByConversation = new Map<string, Map<string, ReturnType<typeof setTimeout>>>()
const typingPeople = createObservable<ReadonlyMap<string, readonly string[]>>(new Map())

const publish = () =>
  typingPeople.set(new Map([...timersByConversation].map(([id, people]) => [id, [...people.keys()]])))

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

const nobody: readonly string[] = []

/** Ids of the people who are typing in a conversation. */
export const useTyping = (conversationId: string | null | undefined): readonly string[] =>
  useObservable(typingPeople).get(conversationId ?? '') ?? nobody
