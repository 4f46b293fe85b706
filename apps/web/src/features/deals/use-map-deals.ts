import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { dealsMapQuery, dealsQuery } from './deals.queries.ts'

/** Returns all deals for the map; offline without cached map data, the deals of the cached list. */
export const useMapDeals = (communityId: string, categoryIds: string[]) => {
  const all = useInfiniteQuery(dealsMapQuery(communityId, categoryIds))
  // Never fetches: only reads the cached list.
  const list = useInfiniteQuery({ ...dealsQuery(communityId, categoryIds), placeholderData: undefined, enabled: false })
  const usesList = isOffline(all) && viewStateOf(all) === 'failed' && list.data !== undefined
  const { data, dataUpdatedAt, isPlaceholderData } = usesList ? list : all
  const { error, refetch } = all
  // A stable reference, so that the map only renders again when the deals change.
  const docs = useMemo(() => data?.pages.flatMap(page => page.docs), [data])
  return { data, dataUpdatedAt, isPlaceholderData, error, refetch, docs, hasMore: data?.pages.at(-1)?.hasNextPage }
}
