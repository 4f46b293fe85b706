import { MutationCache, onlineManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const MAX_RETRIES = 2

/**
 * Worth asking again at once: a lost connection or a server that stumbled, as long as there is a network. 503 is
 * maintenance: its screen asks again by itself.
 */
export const isPassing = (error: unknown) =>
  onlineManager.isOnline() &&
  error instanceof ApiError &&
  (error.key === 'networkerror' || (error.status >= 500 && error.status !== 503))

const listeners = new Set<(error: ApiError) => void>()
/** Tells of a failure as if a query had it. */
export const noteFailed = (error: unknown): void => {
  if (error instanceof ApiError) for (const heard of listeners) heard(error)
}

/** Hears of every query and mutation that failed, once, after the last try. Returns the way to stop. */
export const onCallFailed = (heard: (error: ApiError) => void): (() => void) => {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/**
 * A change of an answer that could not be read anew, or is to be, makes it neither younger nor right: only another
 * answer does, which `updatedAt` names.
 */
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
      // without a network what is shown is marked as seen before, however fresh
      refetchOnMount: () => onlineManager.isOnline() || 'always',
      // whoever asks or taps while offline is told so now, and not kept waiting for the connection
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/**
 * Waits for what is under way for the first time: it set out before now, and invalidating does not make it set out
 * anew.
 */
export const firstAnswersIn = async (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  const firsts = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: query => query.state.data === undefined })
  await Promise.allSettled(firsts.map(query => query.promise))
}

// at once on every screen, and not when it next asks for something: what it shows is old from now on, or can be had
// again
onlineManager.subscribe(
  online =>
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => !online || state.error !== null }),
)
