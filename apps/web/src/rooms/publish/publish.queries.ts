import { getEvent, type LiveEvent } from '@parvis/contract/feed.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'

/**
 * The post that is to be changed, as it stands now: what was read a while ago would be written over. Without a network
 * it is what was last seen of it (`seen`), which its author may change all the same.
 */
export const editedPostQuery = (id: string, seen?: LiveEvent | null) =>
  queryOptions({
    queryKey: ['publish', 'edited', id] as const,
    queryFn: ({ signal }) =>
      call(getEvent, { params: { id }, signal }).catch((error: unknown) => {
        if (seen?.abilities.edit && error instanceof ApiError && error.key === 'networkerror') return seen
        throw error
      }),
    staleTime: Infinity,
    gcTime: 0,
  })
