import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { sessionKeys, sessionQuery } from '#web/features/session/session.queries.ts'

/** Refetches the session with the member's abilities; reloads the routes if the session has changed. */
export const refreshSession = async (queryClient: QueryClient, router: AnyRouter): Promise<void> => {
  const before = queryClient.getQueryData(sessionKeys.current)
  // TanStack Query returns the same object if the data is the same (structural sharing).
  if ((await queryClient.query({ ...sessionQuery(), staleTime: 0 })) !== before) await router.invalidate()
}
