import type { RevokedReason } from '@parvis/contract/realtime.ts'
import { getSession, type SessionUser, type Strategy } from '@parvis/contract/session.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { acknowledged, ApiError, call } from '#web/kernel/http/api.ts'
import { keptOnDevice } from '#web/kernel/offline/kept.ts'
import { takePageSession } from '#web/kernel/http/first-answers.ts'
import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    strategy: Strategy
    /** When somebody last logged in on this device, in any tab, by its clock: milliseconds since 1970. */
    signedinat: number
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

/** The server says that there is no session, or none any more; a proxy's page says nothing of it. */
export const isDenied = (error: unknown) =>
  error instanceof ApiError && !error.foreign && (error.status === 401 || error.status === 403)

/** Whether a call that was made then may have carried the cookie of before a log-in on this device. */
export const isOfSessionBefore = (askedAt: number | undefined): boolean => (askedAt ?? 0) <= (stored('signedinat') ?? 0)

/** Other tabs hear of a change. It proves nothing: browsers empty their store while the cookie lives on. */
const noteStrategy = (strategy: Strategy | null) => {
  if (stored('strategy') !== strategy) store('strategy', strategy)
}

/** Nothing of who was here stays on the device. What cannot be forgotten now is forgotten when the app is next opened. */
const forgetMember = (isAsked: boolean): Promise<void> =>
  import('./forget-member.ts').then(part => part.forgetMember(isAsked)).catch(() => {})

/** In this tab or another, as this device remembers it. */
const isSomebodyKnown = () => stored('strategy') !== null || stored('seen') !== null

/** The server knows of no session. Where the device knew of one it has ended meanwhile, or its end was cut short. */
const noteNobody = async (): Promise<null> => {
  const isOver = isSomebodyKnown()
  noteStrategy(null)
  if (isOver) await forgetMember(false)
  return null
}

const askSession = async (signal: AbortSignal): Promise<SessionUser | null> => {
  // a network that asks for a log-in of its own answers everything with 200
  const user = acknowledged(await call(getSession, { signal }))
  noteStrategy(user.strategy)
  return user
}

/** Who is signed in; null is nobody. The page knows it as it comes; without its word the server is asked. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKeys.current,
    queryFn: async ({ signal }): Promise<SessionUser | null> => {
      // its word is as old as the page: somebody may have logged in meanwhile, in another tab
      if (takePageSession() === false && !isSomebodyKnown()) return null
      const askedAt = Date.now()
      try {
        return await askSession(signal).catch((error: unknown) => {
          // somebody has logged in meanwhile: it was asked with the cookie of before
          if (isDenied(error) && isOfSessionBefore(askedAt)) return askSession(signal)
          throw error
        })
      } catch (error) {
        if (!isDenied(error)) throw error
        return noteNobody()
      }
    },
    gcTime: Infinity,
    ...keptOnDevice,
  })

/**
 * Forgets who was here: their session has ended, in all tabs, and all goes that they wrote or saw on this device. Comes
 * back when it is gone; until then a form would say that it keeps what was begun. `isAsked`: they have logged out
 * themselves, and were asked about what is not sent.
 */
export const leave = (queryClient: QueryClient, isAsked = false): Promise<void> => {
  noteStrategy(null)
  const forgotten = forgetMember(isAsked)
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.setQueryData(sessionKeys.current, null)
  return forgotten
}
