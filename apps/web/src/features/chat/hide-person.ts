import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type Thread } from './chat.queries.ts'
import { changePeople } from './lists.cache.ts'
import { conversationOf } from './thread.cache.ts'

/** Removes a hidden person from the cached lists, and refetches the chat, which adds a person who is visible again. */
export const applyPersonHidden = (queryClient: QueryClient, userId: string, isHidden: boolean): void => {
  if (isHidden) changePeople(queryClient, people => people.filter(({ _id }) => _id !== userId))
  // The conversation with this person must not stay visible until the refetch.
  void queryClient.resetQueries({
    queryKey: chatKeys.threads(),
    predicate: ({ state }) => {
      const thread = state.data as Thread | undefined
      return !thread || conversationOf(thread)?.user?._id === userId
    },
  })
  void queryClient.invalidateQueries({ queryKey: chatKeys.all, refetchType: 'all' })
}
