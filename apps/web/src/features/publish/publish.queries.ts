import { getEvent } from '@parvis/contract/feed.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/kernel/http/api.ts'

/** Fetches the post to edit, never from the cache: editing an older copy would overwrite newer changes. */
export const editedPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['publish', 'edited', id] as const,
    queryFn: ({ signal }) => call(getEvent, { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  })
