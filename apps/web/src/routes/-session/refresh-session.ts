import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { sessionKeys, sessionQuery } from '#web/features/session/session.queries.ts'

/** Refetches the session, with the member's abilities; the router reloads if it has changed. */
export const refreshSession = async (queryClient: QueryClient, router: AnyRouter): Promise<void> => {
  const before = queryClient.getQueryData(sessionKeys.current)
  // Structural sharing returns the same object for the same data.
  if ((await queryClient.query({ ...sessionQuery(), staleTime: 0 })) !== before) await router.invalidate()
}
