import { MutationCache, onlineManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const MAX_RETRIES = 2

/** Whether a query with this error is retried. Status 503 is excluded: the maintenance screen retries by itself. */
export const isRetryable = (error: unknown) =>
  onlineManager.isOnline() &&
  error instanceof ApiError &&
  (error.key === 'networkerror' || (error.status >= 500 && error.status !== 503))

const listeners = new Set<(error: ApiError) => void>()
export const notifyCallFailed = (error: unknown): void => {
  if (error instanceof ApiError) for (const listener of listeners) listener(error)
}

export const onCallFailed = (listener: (error: ApiError) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** In this client, `setQueryData` leaves data stale that could not be refetched; only a response makes it fresh. */
class StalenessPreservingQueryClient extends QueryClient {
  override setQueryData = ((...[queryKey, updater, options]: Parameters<QueryClient['setQueryData']>) => {
    const query = this.getQueryCache().find({ queryKey, exact: true })
    const { data, dataUpdatedAt: updatedAt, error, isInvalidated, status } = query?.state ?? {}
    const isStale =
      data !== undefined &&
      !options &&
      (!onlineManager.isOnline() || (typeof updater === 'function' && (error || isInvalidated)))
    const next = super.setQueryData(queryKey, updater, isStale ? { updatedAt } : options)
    if (isStale) query?.setState({ error, isInvalidated, status })
    return next
  }) as QueryClient['setQueryData']
}

export const queryClient = new StalenessPreservingQueryClient({
  queryCache: new QueryCache({ onError: notifyCallFailed }),
  mutationCache: new MutationCache({ onError: notifyCallFailed }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < MAX_RETRIES && isRetryable(error),
      // Offline, even fresh data is refetched, so that the screen marks it as stale.
      refetchOnMount: () => onlineManager.isOnline() || 'always',
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Waits for initial fetches that started before a change, because invalidating does not restart them. */
export const waitForInitialFetches = async (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  const initialFetches = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: query => query.state.data === undefined })
  await Promise.allSettled(initialFetches.map(query => query.promise))
}

onlineManager.subscribe(
  online =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => !online || state.error !== null }),
)
