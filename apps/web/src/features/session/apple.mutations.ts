import { logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/apple.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { type AppleProof, askApple } from '#web/kernel/shell/apple-sheet.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { type AppleTrip, beginTrip } from './apple-trip.ts'
import { wantsFactor } from './login-errors.ts'
import { goIn } from './session.mutations.ts'
import { sessionKeys } from './session.queries.ts'

/** Resolves when the browser restores this page from its back/forward cache. */
const untilBack = () => new Promise<void>(done => addEventListener('pageshow', () => done(), { once: true }))

const useAppleTrip = (communityId: string) =>
  useMutation({
    mutationFn: async (trip: AppleTrip): Promise<AppleProof | null> => {
      const { url, nonce } = await call(startWithApple, { body: { communityId } })
      if (import.meta.env.VITE_SERVER)
        return askApple(nonce).catch(() => {
          throw new ApiError('appleerror', 401)
        })
      beginTrip(communityId, trip)
      location.assign(url)
      await untilBack()
      return null
    },
  })

const useAppleEntry = (communityId: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: ({ registers, registerkey, code, proof }: AppleTrip & { code?: string; proof?: AppleProof }) =>
      registers
        ? call(signUpWithApple, {
            body: { ...proof, communityId, code, lang: currentLanguage(), ...(registerkey && { registerkey }) },
          })
        : call(logInWithApple, { body: { ...proof, communityId, code } }),
    onSuccess: user => goIn(queryClient, user),
  })
}

export interface Apple {
  busy: boolean
  /** Redirects to Apple, or logs in at once with a proof that is still valid. */
  go: (trip: AppleTrip) => void
  /** Logs in with the proof from Apple. */
  enter: (trip: AppleTrip) => void
}

/**
 * Log-in with Apple. `hasReturned`: the browser has a proof from Apple that is valid for some minutes, as an app has
 * one from the native sheet, so a wrong registration key needs no new redirect.
 */
export const useApple = (
  { _id: communityId }: { _id: string },
  cameBack: boolean,
  {
    onEntered,
    onFailed,
    onFactor,
    onCancelled,
  }: {
    onEntered: (user: SessionUser) => void
    onFailed: (error: unknown) => void
    onFactor: (send: (code: string) => Promise<SessionUser>) => void
    /** In an app: the native sheet was cancelled. */
    onCancelled: () => void
  },
): Apple => {
  const [known, setKnown] = useState<AppleProof | boolean>(cameBack)
  const trip = useAppleTrip(communityId)
  const entry = useAppleEntry(communityId)
  // Uses the promise: a log-in that starts during the first render of the dialog must be reported too, and callbacks of
  // `mutate` would be lost.
  const enter = (trip: AppleTrip, by = known) => {
    const order = { ...trip, ...(typeof by === 'object' && { proof: by }) }
    entry.mutateAsync(order).then(onEntered, (error: unknown) => {
      if (wantsFactor(error)) return onFactor(code => entry.mutateAsync({ ...order, code }))
      if (error instanceof ApiError && error.key === 'appleerror') setKnown(false)
      onFailed(error)
    })
  }
  return {
    busy: trip.isPending || entry.isPending,
    go: order => {
      if (known) return enter(order)
      const onSuccess = (proof: AppleProof | null) => {
        if (!proof) return onCancelled()
        setKnown(proof)
        enter(order, proof)
      }
      trip.mutate(order, { onError: onFailed, ...(import.meta.env.VITE_SERVER && { onSuccess }) })
    },
    enter: order => enter(order),
  }
}
