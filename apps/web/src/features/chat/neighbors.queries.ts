import { type ChatUser, type NeighborsPage, searchNeighbors } from '@parvis/contract/chat.ts'
import { type InfiniteData, infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'
import { firstPage, nextPage } from '#web/kernel/http/pages.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { chatKeys } from './chat.queries.ts'

/** Neighbours page by page; only those whose name contains `name`. */
export const neighborPagesQuery = (name: string) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.neighborPages(), name],
    ...(name === '' && persisted),
    queryFn: ({ pageParam, signal }) => call(searchNeighbors, { query: { ...pageParam, name }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: nextPage,
    placeholderData: keepPreviousData,
  })

/** Merges the online neighbours with the loaded pages, without duplicates and without the team. */
export const mergeNeighbors = (
  pages: InfiniteData<NeighborsPage, unknown> | undefined,
  firstNeighbors: readonly ChatUser[] = [],
): ChatUser[] | undefined => {
  if (!pages) return undefined
  const all = [...firstNeighbors.filter(({ online }) => online), ...pages.pages.flatMap(({ docs }) => docs)]
  return [...new Map(all.map(person => [person._id, person])).values()].filter(({ role }) => role === 'neighbor')
}
