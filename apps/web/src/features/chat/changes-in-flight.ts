import type { QueryClient, QueryCacheNotifyEvent } from '@tanstack/react-query'
import { chatKeys } from './chat.queries.ts'

/** Applies cache changes, and repeats them on the responses of requests in flight, which may be older. */
export const createChangesInFlight = (queryClient: QueryClient) => {
  let changes: (() => void)[] = []
  const isFetchingChat = () => queryClient.isFetching({ queryKey: chatKeys.all }) > 0
  return {
    applyChange: <R>(change: () => R): R => {
      if (isFetchingChat()) changes.push(change)
      return change()
    },
    /** Called when a query of the chat was updated. */
    onQueryUpdated: ({ action }: Extract<QueryCacheNotifyEvent, { type: 'updated' }>): void => {
      if (changes.length === 0) return
      if (action.type === 'success' && !action.manual) for (const again of changes.slice()) again()
      if (!isFetchingChat()) changes = []
    },
  }
}
