import type { QueryClient, QueryCacheNotifyEvent } from '@tanstack/react-query'
import { chatKeys } from './chat.queries.ts'

/** Changes made while a request is in flight; they are applied again to its response, which may be older. */
export const createChangesInFlight = (queryClient: QueryClient) => {
  let changes: (() => void)[] = []
  const isFetchingChat = () => queryClient.isFetching({ queryKey: chatKeys.all }) > 0
  return {
    apply: <R>(change: () => R): R => {
      if (isFetchingChat()) changes.push(change)
      return change()
    },
    /** Called when a query of the chat was updated. */
    onUpdate: ({ action }: Extract<QueryCacheNotifyEvent, { type: 'updated' }>): void => {
      if (changes.length === 0) return
      if (action.type === 'success' && !action.manual) for (const again of changes.slice()) again()
      if (!isFetchingChat()) changes = []
    },
  }
}
