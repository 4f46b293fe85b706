import type { Person } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type Thread, type ThreadKey } from './chat.queries.ts'
import { conversationOf } from './thread.cache.ts'

interface CachedThread {
  data: Thread
  dataUpdatedAt: number
}

const findThreadByPerson = (
  queryClient: QueryClient,
  matches: (person: Person) => boolean,
): CachedThread | undefined => {
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: chatKeys.threads() })) {
    const data = state.data as Thread | undefined
    const person = data && conversationOf(data)?.user
    if (person && matches(person)) return { data, dataUpdatedAt: state.dataUpdatedAt }
  }
  return undefined
}

export const findCachedPerson = (queryClient: QueryClient, id: string): Person | undefined => {
  const cached = findThreadByPerson(queryClient, ({ _id }) => _id === id)
  return cached && conversationOf(cached.data)?.user
}

/** Finds the conversation with this person under any query key: with id instead of pseudo, or with a post id. */
export const findCachedThread = (queryClient: QueryClient, threadKey: ThreadKey): CachedThread | undefined =>
  'who' in threadKey
    ? findThreadByPerson(queryClient, ({ _id, pseudo }) => threadKey.who === _id || threadKey.who === pseudo)
    : undefined
