import { forgetPassword, logIn, logInAsGuest, logInByLink, register, signUpAsGuest } from '@parvis/contract/entry.ts'
import { logOut, switchCommunity, type SessionUser } from '@parvis/contract/session.ts'
import { useMutation, type QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { store } from '#web/kernel/device/stored.ts'
import { getOrCreateGuestSecret, findGuestSecret, rememberGuestOf } from './device.ts'
import { isDenied, clearSession, sessionKeys } from './session.queries.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    emailOrPseudo: string
  }
}

const recordEntry = (user: SessionUser) => {
  store('signedinat', Date.now())
  store('strategy', user.strategy)
  store('neighborhoodUri', user.customUri)
  store('unsentremoved', null)
}

/** Starts a session in all tabs: after a log-in, or once a saved profile admits the user. */
export const startSession = (queryClient: QueryClient, user: SessionUser) => {
  recordEntry(user)
  // Cached data of a previous user must not be shown to the next one.
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.setQueryData(sessionKeys.current, user)
}

export const useLogIn = (communityId: string) =>
  useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: (form: { email: string; password: string; code?: string }) =>
      call(logIn, { body: { ...form, communityId } }),
    onSuccess: (user, form, _, { client }) => {
      store('emailOrPseudo', form.email)
      startSession(client, user)
    },
  })

/** Registers an account; the mail with the link is in the viewer's language. */
export const useRegister = (communityId: string) =>
  useMutation({
    mutationFn: ({ email, registerkey }: { email: string; registerkey: string }) =>
      call(register, {
        body: { communityId, email, lang: currentLanguage(), ...(registerkey && { registerkey }) },
      }),
    onSuccess: (_, { email }) => store('emailOrPseudo', email),
  })

export const useForgetPassword = (communityId: string) =>
  useMutation({
    mutationFn: (email: string) => call(forgetPassword, { body: { communityId, email, lang: currentLanguage() } }),
  })

/** Logs in with the token of a link or the code of a letter. */
export const useLinkEntry = (communityId: string) =>
  useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: (proof: { token: string; code?: string }) => call(logInByLink, { body: { ...proof, communityId } }),
    onSuccess: (user, _, __, { client }) => startSession(client, user),
  })

/**
 * Switches to the account's user in another community and opens `next` or the feed. The page is reloaded, because
 * nothing on it belongs to the new community; the promise of a successful switch never resolves.
 */
export const useSwitch = () =>
  useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: async ({ communityId, next }: { communityId: string; next?: string }): Promise<never> => {
      const user = await call(switchCommunity, { body: { communityId } })
      // Cleared first, because other tabs are only notified of a changed value.
      store('strategy', null)
      recordEntry(user)
      location.assign(next ?? `/${user.customUri}/actualites`)
      return new Promise(() => {})
    },
  })

/** Whether a failed switch ends the session. Transient errors and rate limits do not. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ApiError &&
  !error.foreign &&
  !['networkerror', 'maintenance', 'toomanyrequests', 'popup4'].includes(error.key)

/** Enters as a guest; a device that was a guest before needs no key. */
const enterAsGuest = async (communityId: string, registerkey: string): Promise<SessionUser> => {
  const existingId = findGuestSecret()
  if (existingId) {
    try {
      return await call(logInAsGuest, { body: { communityId, deviceId: existingId } })
    } catch (error) {
      if (!(error instanceof ApiError && error.key === 'unknown')) throw error
    }
  }
  return call(signUpAsGuest, {
    body: { communityId, deviceId: getOrCreateGuestSecret(), ...(registerkey && { registerkey }) },
  })
}

export const useGuestEntry = (communityId: string) =>
  useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: (registerkey: string) => enterAsGuest(communityId, registerkey),
    onSuccess: (user, _, __, { client }) => {
      rememberGuestOf(communityId)
      startSession(client, user)
    },
  })

/** Ends the session on this device at the user's request, and clears all data of the user. */
export const clearSessionAndQueries = (queryClient: QueryClient): Promise<void> => {
  queryClient.clear()
  return clearSession(queryClient, true)
}

/** Ends an unusable session, whatever the server answers. */
export const endSession = async (queryClient: QueryClient): Promise<void> => {
  await call(logOut).catch(() => {})
  await clearSessionAndQueries(queryClient)
}

export const useLogOut = () =>
  useMutation({
    mutationKey: sessionKeys.leaving,
    mutationFn: async () => {
      try {
        await call(logOut)
      } catch (error) {
        // If the session has already ended, the log-out counts as successful.
        if (!isDenied(error)) throw error
      }
    },
    onSuccess: (_, __, ___, { client }) => clearSessionAndQueries(client),
  })
