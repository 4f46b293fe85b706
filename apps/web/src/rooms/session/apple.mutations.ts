import { logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/apple.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { type AppleTrip, beginTrip } from './apple-trip.ts'
import { wantsFactor } from './login-errors.ts'
import { goIn } from './session.mutations.ts'
import { sessionKeys } from './session.queries.ts'

/** Resolves once the reader is back on this page without a new start, as by the browser's way back. */
const untilBack = () => new Promise<void>(done => addEventListener('pageshow', () => done(), { once: true }))

const useAppleTrip = (communityId: string) =>
  useMutation({
    mutationFn: async (trip: AppleTrip) => {
      const { url } = await call(startWithApple, { body: { communityId } })
      beginTrip(communityId, trip)
      location.assign(url)
      await untilBack()
    },
  })

const useAppleEntry = (communityId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: ({ registers, registerkey, code }: AppleTrip & { code?: string }) =>
      registers
        ? call(signUpWithApple, {
            body: { communityId, code, lang: currentLanguage(), ...(registerkey && { registerkey }) },
          })
        : call(logInWithApple, { body: { communityId, code } }),
    onSuccess: user => goIn(queryClient, user),
  })
}

export interface Apple {
  busy: boolean
  /** To Apple, or straight in where it has just said who this is. */
  go: (trip: AppleTrip) => void
  /** In, by what Apple has just said. */
  enter: (trip: AppleTrip) => void
}

/**
 * `cameBack`: Apple has said who this is, and the browser keeps it for some minutes: a wrong key sends nobody there
 * anew.
 */
export const useApple = (
  { _id: communityId }: { _id: string },
  cameBack: boolean,
  {
    onEntered,
    onFailed,
    onFactor,
  }: {
    onEntered: (user: SessionUser) => void
    onFailed: (error: unknown) => void
    onFactor: (send: (code: string) => Promise<SessionUser>) => void
  },
): Apple => {
  const [isKnown, setKnown] = useState(cameBack)
  const trip = useAppleTrip(communityId)
  const entry = useAppleEntry(communityId)
  // by its promise: what is begun while the sheet is drawn for the first time must be told all the same
  const enter = (order: AppleTrip) =>
    void entry.mutateAsync(order).then(onEntered, (error: unknown) => {
      if (wantsFactor(error)) return onFactor(code => entry.mutateAsync({ ...order, code }))
      if (error instanceof ApiError && error.key === 'appleerror') setKnown(false)
      onFailed(error)
    })
  return {
    busy: trip.isPending || entry.isPending,
    go: order => (isKnown ? enter(order) : trip.mutate(order, { onError: onFailed })),
    enter,
  }
}
