import type { Person } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type Thread, type ThreadKey } from './chat.queries.ts'
import { conversationOf } from './thread.cache.ts'

interface CachedThread {
  data: Thread
  dataUpdatedAt: number
}

const findCached = (queryClient: QueryClient, matches: (person: Person) => boolean): CachedThread | undefined => {
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: chatKeys.threads() })) {
    const data = state.data as Thread | undefined
    const person = data && conversationOf(data)?.user
    if (person && matches(person)) return { data, dataUpdatedAt: state.dataUpdatedAt }
  }
  return undefined
}

/** Returns the person with this id from a cached conversation. */
export const findCachedPerson = (queryClient: QueryClient, id: string): Person | undefined => {
  const cached = findCached(queryClient, ({ _id }) => _id === id)
  return cached && conversationOf(cached.data)?.user
}

/** Finds the conversation cached under another query key: by id instead of pseudo, or with a post id. */
export const findCachedThread = (queryClient: QueryClient, name: ThreadKey): CachedThread | undefined =>
  'who' in name ? findCached(queryClient, ({ _id, pseudo }) => name.who === _id || name.who === pseudo) : undefined
