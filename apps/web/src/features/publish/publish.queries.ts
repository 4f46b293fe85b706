import { getEvent } from '@parvis/contract/feed.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

/** The post that is to be changed, as it stands now: what was read a while ago would be written over. */
export const editedPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['publish', 'edited', id] as const,
    queryFn: ({ signal }) => call(getEvent, { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
