import { MutationCache, onlineManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const MAX_RETRIES = 2

/** 503 is excluded: the maintenance screen retries by itself. */
export const isPassing = (error: unknown) =>
  onlineManager.isOnline() &&
  error instanceof ApiError &&
  (error.key === 'networkerror' || (error.status >= 500 && error.status !== 503))

const listeners = new Set<(error: ApiError) => void>()
export const noteFailed = (error: unknown): void => {
  if (error instanceof ApiError) for (const heard of listeners) heard(error)
}

export const onCallFailed = (heard: (error: ApiError) => void): (() => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** Changing data that could not be refetched makes it neither fresh nor correct: only a response does. */
class AgeingQueryClient extends QueryClient {
  override setQueryData = ((...[queryKey, updater, options]: Parameters<QueryClient['setQueryData']>) => {
    const query = this.getQueryCache().find({ queryKey, exact: true })
    const { data, dataUpdatedAt: updatedAt, error, isInvalidated, status } = query?.state ?? {}
    const isOld =
      data !== undefined &&
      !options &&
      (!onlineManager.isOnline() || (typeof updater === 'function' && (error || isInvalidated)))
    const next = super.setQueryData(queryKey, updater, isOld ? { updatedAt } : options)
    if (isOld) query?.setState({ error, isInvalidated, status })
    return next
  }) as QueryClient['setQueryData']
}

export const queryClient = new AgeingQueryClient({
  queryCache: new QueryCache({ onError: noteFailed }),
  mutationCache: new MutationCache({ onError: noteFailed }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < MAX_RETRIES && isPassing(error),
      // Offline, even fresh data is refetched, so that the screen marks it as stale.
      refetchOnMount: () => onlineManager.isOnline() || 'always',
      // Fails at once while offline instead of waiting for the connection.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Initial fetches in flight started before a change, and invalidating does not restart them. */
export const firstAnswersIn = async (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  const firsts = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: query => query.state.data === undefined })
  await Promise.allSettled(firsts.map(query => query.promise))
}

onlineManager.subscribe(
  online =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => !online || state.error !== null }),
)
