import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { sessionKeys, sessionQuery } from '#web/features/session/session.queries.ts'

/** Who the reader is and what they may do is asked again: the frame and its screens follow. */
export const readMyselfAnew = async (queryClient: QueryClient, router: AnyRouter): Promise<void> => {
  const before = queryClient.getQueryData(sessionKeys.current)
  // an answer that says the same is the same object
  if ((await queryClient.query({ ...sessionQuery(), staleTime: 0 })) !== before) await router.invalidate()
}
