import { flagEvent, type ReportBody } from '@parvis/contract/feed.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { assertAcknowledged, call } from '#web/kernel/http/api.ts'
import { postStoreOf } from './posts.store.ts'

/** Reports a post, and marks its card once the server has accepted the report. */
export const useFlagPost = () => {
  const posts = postStoreOf(useQueryClient())
  return useCallback(
    async (id: string, report: ReportBody) => {
      const answer = assertAcknowledged(await call(flagEvent, { params: { id }, body: report }))
      posts.markFlagged(id)
      return answer
    },
    [posts],
  )
}
