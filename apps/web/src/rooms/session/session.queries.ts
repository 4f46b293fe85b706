import { getSession, type SessionUser } from '@parvis/contract/session.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/api.ts'
import { store, stored } from '#web/kernel/stored.ts'

export const sessionKeys = { current: ['session'] as const, leaving: ['session', 'leaving'] as const }

/** There is no session, or none any more. */
export const isDenied = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403)

/** Who is signed in; null is nobody. A device that never signed in does not ask. */
export const sessionQuery = () => queryOptions({
  queryKey: sessionKeys.current,
  queryFn: async ({ signal }): Promise<SessionUser | null> => {
    if (!stored('strategy')) return null
    try {
      return await call(getSession, { signal })
    } catch (error) {
      if (isDenied(error)) return null
      throw error
    }
  },
})

/** Forgets who was here; also when the server or another tab ended the session. */
export const leave = (queryClient: QueryClient) => {
  store('strategy', null)
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.setQueryData(sessionKeys.current, null)
}
