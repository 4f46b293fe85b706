import type { Template } from '@parvis/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOffline } from '#web/kernel/http/query-state.ts'
import { categoriesQuery, templateQuery } from './templates.queries.ts'

/**
 * Returns a template; while the server cannot be reached, and during the refetch after that, from the cached list:
 * without data the screen would unmount the form, which would forget that it is sending.
 */
export const useTemplate = (communityId: string, id: string) => {
  const query = useQuery(templateQuery(communityId, id))
  // Never fetches: only reads the cached list of templates.
  const tiles = useQuery({ ...categoriesQuery(communityId), enabled: false })
  const findCached = (): Template | undefined =>
    tiles.data?.flatMap(({ templates }) => templates).find(({ _id }) => _id === id)
  const [unreachableId, setUnreachableId] = useState<string>()
  if (isOffline(query) && unreachableId !== id) setUnreachableId(id)
  // Any other error is a response of the server, after which the cached list may contain a template that was removed.
  const usesCache = isOffline(query) || (unreachableId === id && query.error === null)
  return { ...query, data: query.data ?? (usesCache ? findCached() : undefined) }
}
