import { hydrate, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { keptOnDevice } from './kept.ts'
import type { KeptAnswer } from './kept-store.ts'

/** How many pages of a list are persisted: offline, the beginning is enough. */
const MOST_PAGES = 2
/** The oldest conversations, posts and people make room for newer ones. */
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

export const outdated = (answers: readonly KeptAnswer[], hashOf: (key: readonly unknown[]) => string, now: number) =>
  [...answers]
    .sort((a, b) => b.at - a.at)
    .filter(({ at }, n) => n >= MOST_ANSWERS || at < now - MOST_AGE_MS)
    .map(({ key }) => hashOf(key))

/** Persisted answers count as stale whatever their age: a screen that shows one refetches it. */
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
    { defaultOptions: { queries: { gcTime: Infinity } } },
  )
}
