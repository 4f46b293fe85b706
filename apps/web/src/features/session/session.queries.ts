import type { RevokedReason } from '@parvis/contract/realtime.ts'
import { getSession, type SessionUser, type Strategy } from '@parvis/contract/session.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { assertAcknowledged, ApiError, call } from '#web/kernel/http/api.ts'
import { persisted } from '#web/kernel/offline/persisted.ts'
import { takePageSession } from '#web/kernel/http/preloaded-responses.ts'
import { store, stored } from '#web/kernel/device/stored.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    strategy: Strategy
    /** Time of the last log-in on this device, in any tab, in milliseconds since 1970 by the clock of the device. */
    signedinat: number
  }
}

/** Session end without the user’s action: revoked by the server, initial data not loaded, or a failed switch. */
export type SessionEndReason = RevokedReason | 'data' | 'noswitch'

export const sessionKeys = {
  current: ['session'] as const,
  leaving: ['session', 'leaving'] as const,
  entering: ['session', 'entering'] as const,
}

/** Whether the server answered that there is no session (any more). The error page of a proxy does not count. */
export const isDenied = (error: unknown) =>
  error instanceof ApiError && !error.foreign && (error.status === 401 || error.status === 403)

/** Whether a request sent at `requestedAt` may have carried the cookie of an earlier session. */
export const predatesLogIn = (requestedAt: number | undefined): boolean =>
  (requestedAt ?? 0) <= (stored('signedinat') ?? 0)

/** Notifies other tabs of a change. The value is only a hint: browsers can clear storage and keep the cookie. */
const recordStrategy = (strategy: Strategy | null) => {
  if (stored('strategy') !== strategy) store('strategy', strategy)
}

/** Clears all data of the user from the device. If this fails, the data is cleared when the app is opened next. */
const clearMemberData = (isConfirmed: boolean): Promise<void> =>
  import('./clear-member-data.ts').then(part => part.clearMemberData(isConfirmed)).catch(() => {})

/** Whether this device remembers a session, in any tab. */
const hasKnownSession = () => stored('strategy') !== null || stored('seen') !== null

/** If this device remembered a session, that session has ended or its clean-up was interrupted. */
const recordNoSession = async (): Promise<null> => {
  const hadSession = hasKnownSession()
  recordStrategy(null)
  if (hadSession) await clearMemberData(false)
  return null
}

const fetchSession = async (signal: AbortSignal): Promise<SessionUser | null> => {
  // A captive portal responds to every request with 200, so the response must contain an id.
  const user = assertAcknowledged(await call(getSession, { signal }))
  recordStrategy(user.strategy)
  return user
}

/** The signed-in user, or null. Sends no request if the page was delivered without a session and none is known. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKeys.current,
    queryFn: async ({ signal }): Promise<SessionUser | null> => {
      // What the page says about the session is as old as the page: another tab may have logged in since.
      if (takePageSession() === false && !hasKnownSession()) return null
      const requestedAt = Date.now()
      try {
        return await fetchSession(signal).catch((error: unknown) => {
          // A log-in happened meanwhile, and the request carried the earlier cookie.
          if (isDenied(error) && predatesLogIn(requestedAt)) return fetchSession(signal)
          throw error
        })
      } catch (error) {
        if (!isDenied(error)) throw error
        return recordNoSession()
      }
    },
    gcTime: Infinity,
    ...persisted,
  })

/**
 * Ends the session in all tabs and clears everything that was written or viewed on this device. Resolves once the data
 * is cleared; before that, forms would report drafts as saved. `isConfirmed`: the user logged out and was asked about
 * unsent items.
 */
export const clearSession = (queryClient: QueryClient, isConfirmed = false): Promise<void> => {
  recordStrategy(null)
  const cleared = clearMemberData(isConfirmed)
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.setQueryData(sessionKeys.current, null)
  return cleared
}
