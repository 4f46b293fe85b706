import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isOffline, viewStateOf } from '#web/kernel/http/query-state.ts'
import { dealsMapQuery, dealsQuery } from './deals.queries.ts'

/** All deals for the map. Offline and without cached map data, those that the list showed last. */
export const useMapDeals = (communityId: string, chosen: string[]) => {
  const all = useInfiniteQuery(dealsMapQuery(communityId, chosen))
  // Reads the cache only.
  const list = useInfiniteQuery({ ...dealsQuery(communityId, chosen), placeholderData: undefined, enabled: false })
  const usesList = isOffline(all) && viewStateOf(all) === 'failed' && list.data !== undefined
  const { data, dataUpdatedAt, isPlaceholderData } = usesList ? list : all
  const { error, refetch } = all
  // A stable reference, so that the map renders again only for other deals.
  const docs = useMemo(() => data?.pages.flatMap(page => page.docs), [data])
  return { data, dataUpdatedAt, isPlaceholderData, error, refetch, docs, hasMore: data?.pages.at(-1)?.hasNextPage }
}
