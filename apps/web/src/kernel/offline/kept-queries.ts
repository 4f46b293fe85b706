import { hydrate, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { keptOnDevice } from './kept.ts'
import type { KeptAnswer } from './kept-store.ts'

/** Of a list in pages so many are kept: who is without a network reads the beginning. */
const MOST_PAGES = 2
/** Conversations, posts and people of long ago make room. */
const MOST_ANSWERS = 150
const MOST_AGE_MS = 30 * 86_400_000

const isInPages = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

const beginningOf = (data: unknown): unknown =>
  isInPages(data) ? { pages: data.pages.slice(0, MOST_PAGES), pageParams: data.pageParams.slice(0, MOST_PAGES) } : data

export const isKept = ({ meta, state }: Query): boolean => meta?.kept === true && state.data !== undefined

export const keptAnswerOf = ({ queryKey, state }: Query): KeptAnswer => ({
  key: queryKey,
  data: beginningOf(state.data),
  at: state.dataUpdatedAt,
})

/** The hashes of those that are too old, or more than are kept. */
export const outdated = (answers: readonly KeptAnswer[], hashOf: (key: readonly unknown[]) => string, now: number) =>
  [...answers]
    .sort((a, b) => b.at - a.at)
    .filter(({ at }, n) => n >= MOST_ANSWERS || at < now - MOST_AGE_MS)
    .map(({ key }) => hashOf(key))

/**
 * Lays what was kept under what is not known yet. It counts as old whatever its age: whoever shows it asks for it anew,
 * and marks it with its time where that fails.
 */
export const layKept = (
  queryClient: QueryClient,
  answers: readonly KeptAnswer[],
  hashOf: (key: readonly unknown[]) => string,
): void => {
  const missing = answers.filter(({ key }) => queryClient.getQueryData(key) === undefined)
  hydrate(
    queryClient,
    {
      mutations: [],
      queries: missing.map(({ key, data, at }) => ({
        queryKey: key,
        queryHash: hashOf(key),
        ...keptOnDevice,
        dehydratedAt: at,
        ...(isInPages(data) && { queryType: 'infinite' as const }),
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
    // until the screen that shows it is opened
    { defaultOptions: { queries: { gcTime: Infinity } } },
  )
}
