import type { Template } from '@parvis/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOffline } from '#web/kernel/http/query-state.ts'
import { categoriesQuery, templateQuery } from './templates.queries.ts'

/**
 * One template, freshly read. While the server is unreachable and the template was never read, the cached tiles stand
 * in, also during a refetch: unmounting the form would lose the fact that it is sending.
 */
export const useTemplate = (communityId: string, id: string) => {
  const query = useQuery(templateQuery(communityId, id))
  // Never fetches: reads only the cache.
  const tiles = useQuery({ ...categoriesQuery(communityId), enabled: false })
  const findCached = (): Template | undefined =>
    tiles.data?.flatMap(({ templates }) => templates).find(({ _id }) => _id === id)
  const [unreachableId, setUnreachableId] = useState<string>()
  if (isOffline(query) && unreachableId !== id) setUnreachableId(id)
  // Any other error is an answer: the tiles may still show a template that is gone.
  const usesCache = isOffline(query) || (unreachableId === id && query.error === null)
  return { ...query, data: query.data ?? (usesCache ? findCached() : undefined) }
}
