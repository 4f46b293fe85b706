import { logIn, logInAsGuest, logOut, signUpAsGuest, type SessionUser } from '@parvis/contract/session.ts'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { store } from '#web/kernel/device/stored.ts'
import { deviceId, knownDevice, rememberGuestOf } from './device.ts'
import { isDenied, leave, sessionKeys } from './session.queries.ts'

declare module '#web/kernel/device/stored.ts' {
  interface Stored {
    emailOrPseudo: string
  }
}

const enter = (queryClient: QueryClient, user: SessionUser) => {
  store('strategy', user.strategy)
  store('neighborhoodUri', user.customUri)
  // what somebody else read on this device is not shown to whoever comes after
  queryClient.removeQueries({ type: 'inactive' })
  queryClient.setQueryData(sessionKeys.current, user)
}

export const useLogIn = (communityId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: (form: { email: string; password: string }) => call(logIn, { body: { ...form, communityId } }),
    onSuccess: (user, form) => {
      store('emailOrPseudo', form.email)
      enter(queryClient, user)
    },
  })
}

/** A device that was a guest before comes back without the key. */
const enterAsGuest = async (communityId: string, registerkey: string): Promise<SessionUser> => {
  const known = knownDevice()
  if (known) {
    try {
      return await call(logInAsGuest, { body: { communityId, deviceId: known } })
    } catch (error) {
      if (!(error instanceof ApiError && error.key === 'unknown')) throw error
    }
  }
  return call(signUpAsGuest, { body: { communityId, deviceId: deviceId(), ...(registerkey && { registerkey }) } })
}

export const useGuestEntry = (communityId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: (registerkey: string) => enterAsGuest(communityId, registerkey),
    onSuccess: user => {
      rememberGuestOf(communityId)
      enter(queryClient, user)
    },
  })
}

export const useLogOut = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: sessionKeys.leaving,
    mutationFn: async () => {
      try {
        await call(logOut)
      } catch (error) {
        // a session that is dead already is what was asked for
        if (!isDenied(error)) throw error
      }
    },
    onSuccess: () => {
      queryClient.clear()
      leave(queryClient)
    },
  })
}
