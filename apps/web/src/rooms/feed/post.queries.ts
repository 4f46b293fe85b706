import { getEvent, listAnswers, type LiveEvent } from '@parvis/contract/feed.ts'
import { queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { feedKeys } from './feed.queries.ts'

/** One post; null when it is gone, or was never this reader's to see. */
export const postQuery = (id: string) =>
  queryOptions({
    queryKey: feedKeys.one(id),
    queryFn: async ({ signal }): Promise<LiveEvent | null> => {
      try {
        return await call(getEvent, { params: { id }, signal })
      } catch (error) {
        // an id that nobody ever made is no other case for its reader
        if (error instanceof ApiError && (error.key === 'error404' || error.key === 'badrequest')) return null
        throw error
      }
    },
  })

/** Who answered a post, the first one first. */
export const answersQuery = (id: string) =>
  queryOptions({
    queryKey: feedKeys.answers(id),
    queryFn: async ({ signal }) => (await call(listAnswers, { params: { id }, signal })).interestedUsers,
  })
