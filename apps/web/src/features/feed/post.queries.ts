import { listAnswers } from '@parvis/contract/feed.ts'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { feedKeys, type ListPart } from './feed.queries.ts'
import { fetchPost } from './fetch-post.ts'

/** Fetches a post into the post store; the data is its id, or null when it is removed or not visible. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: feedKeys.post(id),
    ...persisted,
    queryFn: ({ signal, client }) => fetchPost(client, id, signal),
  })

const isListed = (data: unknown, id: string): boolean => {
  const { pages, parts } = (data ?? {}) as { pages?: readonly ListPart[]; parts?: readonly ListPart[] }
  return [...(pages ?? []), ...(parts ?? [])].some(({ ids, above }) =>
    [ids, above?.pinned].some(shown => shown?.includes(id)),
  )
}

/** When the newest list that contains the post was fetched, in milliseconds since 1970; 0 without one. */
export const listedAt = (queryClient: QueryClient, id: string): number =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: feedKeys.all, predicate: ({ state }) => isListed(state.data, id) })
    .reduce((latest, { state }) => Math.max(latest, state.dataUpdatedAt), 0)

/** The people who answered a post, in the order of their answers, page by page. */
export const answersQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: feedKeys.answers(id),
    ...persisted,
    queryFn: ({ pageParam, signal }) => call(listAnswers, { params: { id }, query: pageParam, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
  })
