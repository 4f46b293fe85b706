import type { Template } from '@parvis/contract/templates.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOffline } from '#web/kernel/http/query-state.ts'
import { categoriesQuery, templateQuery } from './templates.queries.ts'

/**
 * One template as it stands now. Where the server cannot be asked and this one never was, it is as the tiles last
 * showed it, also while it is asked anew: a form that went meanwhile would forget that it is sending.
 */
export const useTemplate = (communityId: string, id: string) => {
  const query = useQuery(templateQuery(communityId, id))
  // asked for by nobody here: what the device knows of it
  const tiles = useQuery({ ...categoriesQuery(communityId), enabled: false })
  const shown = (): Template | undefined =>
    tiles.data?.flatMap(({ templates }) => templates).find(({ _id }) => _id === id)
  const [unreached, setUnreached] = useState<string>()
  if (isOffline(query) && unreached !== id) setUnreached(id)
  // another error is an answer: the tiles may show what is gone
  const standsIn = isOffline(query) || (unreached === id && query.error === null)
  return { ...query, data: query.data ?? (standsIn ? shown() : undefined) }
}
