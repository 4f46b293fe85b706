import type { RevokedReason } from '@parvis/contract/realtime.ts'
import { getSession, type SessionUser, type Strategy } from '@parvis/contract/session.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'
import { takePageSession } from '#web/kernel/http/first-answers.ts'
import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    strategy: Strategy
  }
}

/**
 * Why a session came to its end that its holder did not end: the server did, its first data could not be loaded, or
 * another community not gone to.
 */
export type Ended = RevokedReason | 'data' | 'noswitch'

export const sessionKeys = {
  current: ['session'] as const,
  leaving: ['session', 'leaving'] as const,
  entering: ['session', 'entering'] as const,
}

/** There is no session, or none any more. */
export const isDenied = (error: unknown) => error instanceof ApiError && (error.status === 401 || error.status === 403)

/** Other tabs hear of a change. It proves nothing: browsers empty their store while the cookie lives on. */
const noteStrategy = (strategy: Strategy | null) => {
  if (stored('strategy') !== strategy) store('strategy', strategy)
  // whoever has left leaves nothing of what they saw; a page that was closed over it is made good by the next one
  if (strategy === null && stored('seen'))
    import('#web/kernel/offline/kept-store.ts').then(keeper => keeper.forgetKept()).catch(() => {})
}

/** Who is signed in; null is nobody. The page knows it as it comes; without its word the server is asked. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKeys.current,
    queryFn: async ({ signal }): Promise<SessionUser | null> => {
      if (takePageSession() === false) {
        noteStrategy(null)
        return null
      }
      try {
        const user = await call(getSession, { signal })
        noteStrategy(user.strategy)
        return user
      } catch (error) {
        if (!isDenied(error)) throw error
        noteStrategy(null)
        return null
      }
    },
    gcTime: Infinity,
    ...keptOnDevice,
  })

/** Forgets who was here: their session has ended, in all tabs. */
export const leave = (queryClient: QueryClient) => {
  noteStrategy(null)
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.setQueryData(sessionKeys.current, null)
}
