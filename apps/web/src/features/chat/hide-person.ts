import type { ChatUser } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type Thread } from './chat.queries.ts'
import { changeNeighborPages } from './lists.cache.ts'
import { conversationOf } from './thread.cache.ts'

/** Removes a hidden person from the lists at once, or restores one, and refetches what is open. */
export const hidePerson = (queryClient: QueryClient, userId: string, hidden: boolean): void => {
  if (hidden)
    for (const key of [chatKeys.users(), chatKeys.neighbors(), chatKeys.employees()])
      queryClient.setQueryData<ChatUser[]>(key, people => people?.filter(({ _id }) => _id !== userId))
  if (hidden) changeNeighborPages(queryClient, docs => docs.filter(({ _id }) => _id !== userId))
  // A conversation with this person alone must not stay visible meanwhile.
  void queryClient.resetQueries({
    queryKey: chatKeys.threads(),
    predicate: ({ state }) => {
      const thread = state.data as Thread | undefined
      return !thread || conversationOf(thread)?.user?._id === userId
    },
  })
  void queryClient.invalidateQueries({ queryKey: chatKeys.all, refetchType: 'all' })
}
