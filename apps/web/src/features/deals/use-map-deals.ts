import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isOffline, stateOf } from '#web/kernel/http/query-state.ts'
import { dealsMapQuery, dealsQuery } from './deals.queries.ts'

/**
 * All deals for the map. Where the server cannot be asked and no map was ever drawn of them, those that the list last
 * showed.
 */
export const useMapDeals = (communityId: string, chosen: string[]) => {
  const all = useInfiniteQuery(dealsMapQuery(communityId, chosen))
  // asked for by nobody here: what the device knows of it
  const list = useInfiniteQuery({ ...dealsQuery(communityId, chosen), placeholderData: undefined, enabled: false })
  const isOfList = isOffline(all) && stateOf(all) === 'failed' && list.data !== undefined
  const { data, dataUpdatedAt, isPlaceholderData } = isOfList ? list : all
  const { error, refetch } = all
  // the map is drawn anew with other deals alone
  const docs = useMemo(() => data?.pages.flatMap(page => page.docs), [data])
  return { data, dataUpdatedAt, isPlaceholderData, error, refetch, docs, hasMore: data?.pages.at(-1)?.hasNextPage }
}
