import { createObservable, useObservable } from '#web/kernel/observable.ts'

/** A person counts as typing until this time has passed since their last typing signal. */
const TYPING_TIMEOUT_MS = 6_000

const typing = createObservable<
  readonly { conversationId: string; userId: string; timer: ReturnType<typeof setTimeout> }[]
>([])

export const removeTypingPerson = (conversationId: string, userId: string): void => {
  const stopped = typing.get().find(one => one.conversationId === conversationId && one.userId === userId)
  if (!stopped) return
  clearTimeout(stopped.timer)
  typing.set(typing.get().filter(one => one !== stopped))
}

export const addTypingPerson = (conversationId: string, userId: string): void => {
  removeTypingPerson(conversationId, userId)
  const timer = setTimeout(() => removeTypingPerson(conversationId, userId), TYPING_TIMEOUT_MS)
  typing.set([...typing.get(), { conversationId, userId, timer }])
}

/** Ids of the people who are typing in a conversation. */
export const useTyping = (conversationId: string | null | undefined): readonly string[] =>
  useObservable(typing)
    .filter(one => one.conversationId === conversationId)
    .map(({ userId }) => userId)
