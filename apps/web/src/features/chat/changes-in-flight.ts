import type { QueryClient } from '@tanstack/react-query'
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
    stop: queryClient.getQueryCache().subscribe(event => {
      if (event.type !== 'updated' || event.query.queryKey[0] !== chatKeys.all[0] || changes.length === 0) return
      const { action } = event
      if (action.type === 'success' && !action.manual) for (const again of changes.slice()) again()
      if (!isFetchingChat()) changes = []
    }),
  }
}
