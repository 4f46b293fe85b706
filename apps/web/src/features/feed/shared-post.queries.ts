import { getEventCommunity } from '@parvis/contract/feed.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, isNotFound } from '#web/kernel/http/api.ts'
import { feedKeys } from './feed.queries.ts'

/** Fetches the community of a post that was opened by a link; null when the post does not exist. */
export const postCommunityQuery = (id: string) =>
  queryOptions({
    queryKey: feedKeys.community(id),
    queryFn: async ({ signal }) => {
      try {
        return await call(getEventCommunity, { params: { id }, signal })
      } catch (error) {
        if (isNotFound(error)) return null
        throw error
      }
    },
  })
