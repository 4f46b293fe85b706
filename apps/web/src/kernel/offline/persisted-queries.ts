import { hydrate, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { persisted } from './persisted.ts'
import type { PersistedResponse } from './persisted-store.ts'

/** How many pages of a list are persisted: a reader without a network needs only its beginning. */
const MAX_PERSISTED_PAGES = 2
const MAX_RESPONSES = 150
const MAX_AGE_MS = 30 * 86_400_000

const isInfiniteData = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

const firstPagesOf = (data: unknown): unknown =>
  isInfiniteData(data)
    ? { pages: data.pages.slice(0, MAX_PERSISTED_PAGES), pageParams: data.pageParams.slice(0, MAX_PERSISTED_PAGES) }
    : data

export const isPersisted = ({ meta, state }: Query): boolean => meta?.persisted === true && state.data !== undefined

export const toPersistedResponse = ({ queryKey, state }: Query): PersistedResponse => ({
  key: queryKey,
  data: firstPagesOf(state.data),
  at: state.dataUpdatedAt,
})

export const outdatedHashes = (
  responses: readonly PersistedResponse[],
  hashOf: (key: readonly unknown[]) => string,
  now: number,
) =>
  [...responses]
    .sort((a, b) => b.at - a.at)
    .filter(({ at }, n) => n >= MAX_RESPONSES || at < now - MAX_AGE_MS)
    .map(({ key }) => hashOf(key))

/** Adds persisted responses to the query cache as stale, whatever their age: a screen that shows one refetches it. */
export const hydratePersistedQueries = (
  queryClient: QueryClient,
  responses: readonly PersistedResponse[],
  hashOf: (key: readonly unknown[]) => string,
): void => {
  const missing = responses.filter(({ key }) => queryClient.getQueryData(key) === undefined)
  hydrate(
    queryClient,
    {
      mutations: [],
      queries: missing.map(({ key, data, at }) => ({
        queryKey: key,
        queryHash: hashOf(key),
        ...persisted,
        dehydratedAt: at,
        ...(isInfiniteData(data) && { queryType: 'infinite' as const }),
        state: {
          data,
          dataUpdatedAt: at,
          dataUpdateCount: 1,
          error: null,
          errorUpdateCount: 0,
          errorUpdatedAt: 0,
          fetchFailureCount: 0,
          fetchFailureReason: null,
          fetchMeta: null,
          isInvalidated: true,
          status: 'success' as const,
          fetchStatus: 'idle' as const,
        },
      })),
    },
    { defaultOptions: { queries: { gcTime: Infinity } } },
  )
}
