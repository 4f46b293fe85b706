import type { ChatUser } from '@parvis/contract/chat.ts'
import type { QueryClient } from '@tanstack/react-query'
import { chatKeys, type Thread } from './chat.queries.ts'
import { changeNeighborPages } from './lists.cache.ts'
import { conversationOf } from './thread.cache.ts'

/**
 * Nothing of somebody is to be seen any more, or something is again: the lists at once, what is open as the server
 * answers it now.
 */
export const hidePerson = (queryClient: QueryClient, userId: string, hidden: boolean): void => {
  if (hidden)
    for (const key of [chatKeys.users(), chatKeys.neighbors(), chatKeys.employees()])
      queryClient.setQueryData<ChatUser[]>(key, people => people?.filter(({ _id }) => _id !== userId))
  if (hidden) changeNeighborPages(queryClient, docs => docs.filter(({ _id }) => _id !== userId))
  // of the two alone nothing may stand meanwhile
  void queryClient.resetQueries({
    queryKey: chatKeys.threads(),
    predicate: ({ state }) => {
      const thread = state.data as Thread | undefined
      return !thread || conversationOf(thread)?.user?._id === userId
    },
  })
  void queryClient.invalidateQueries({ queryKey: chatKeys.all, refetchType: 'all' })
}
