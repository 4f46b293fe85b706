import type { Person } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type Thread, type ThreadName } from './chat.queries.ts'
import { conversationOf } from './thread.cache.ts'

interface Known {
  data: Thread
  dataUpdatedAt: number
}

const findKnown = (queryClient: QueryClient, isOf: (person: Person) => boolean): Known | undefined => {
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: chatKeys.threads() })) {
    const data = state.data as Thread | undefined
    const person = data && conversationOf(data)?.user
    if (person && isOf(person)) return { data, dataUpdatedAt: state.dataUpdatedAt }
  }
  return undefined
}

/** A person as one of the cached conversations contains them. */
export const knownPerson = (queryClient: QueryClient, id: string): Person | undefined => {
  const known = findKnown(queryClient, ({ _id }) => _id === id)
  return known && conversationOf(known.data)?.user
}

/** The same conversation cached under another key: by id instead of pseudo, or with the post it is about. */
export const knownThread = (queryClient: QueryClient, name: ThreadName): Known | undefined =>
  'who' in name ? findKnown(queryClient, ({ _id, pseudo }) => name.who === _id || name.who === pseudo) : undefined
