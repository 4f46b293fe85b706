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

/** Resolves once the reader is back on this page without a new start, as by the browser's way back. */
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
  /** To Apple, or straight in where it has just said who this is. */
  go: (trip: AppleTrip) => void
  /** In, by what Apple has just said. */
  enter: (trip: AppleTrip) => void
}

/**
 * `cameBack`: Apple has said who this is, and the browser keeps it for some minutes, as an app keeps what its phone's
 * sheet has said: a wrong key sends nobody there anew.
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
    /** In an app: who has turned back is still here. */
    onCancelled: () => void
  },
): Apple => {
  const [known, setKnown] = useState<AppleProof | boolean>(cameBack)
  const trip = useAppleTrip(communityId)
  const entry = useAppleEntry(communityId)
  // by its promise: what is begun while the sheet is drawn for the first time must be told all the same
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
