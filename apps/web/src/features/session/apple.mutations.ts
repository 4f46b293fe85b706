import { logInWithApple, signUpWithApple, startWithApple } from '@parvis/contract/entry-apple.ts'
import type { SessionUser } from '@parvis/contract/session.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call } from '#web/kernel/http/api.ts'
import { type AppleCredential, requestAppleCredential } from '#web/kernel/shell/apple-sheet.ts'
import { currentLanguage } from '#web/kernel/text/i18n.ts'
import { type AppleRedirect, saveAppleRedirect } from './apple-redirect.ts'
import { requiresFactor } from './login-errors.ts'
import { startSession } from './session.mutations.ts'
import { sessionKeys } from './session.queries.ts'

/** Resolves when the browser restores this page from its back/forward cache. */
const waitForReturn = () => new Promise<void>(done => addEventListener('pageshow', () => done(), { once: true }))

const useAppleRedirect = (communityId: string) =>
  useMutation({
    mutationFn: async (redirect: AppleRedirect): Promise<AppleCredential | null> => {
      const { url, nonce } = await call(startWithApple, { body: { communityId } })
      if (import.meta.env.VITE_SERVER)
        return requestAppleCredential(nonce).catch(() => {
          throw new ApiError('appleerror', 401)
        })
      saveAppleRedirect(communityId, redirect)
      location.assign(url)
      await waitForReturn()
      return null
    },
  })

const useAppleEntry = (communityId: string) =>
  useMutation({
    mutationKey: sessionKeys.entering,
    mutationFn: ({ registers, registerkey, code, proof }: AppleRedirect & { code?: string; proof?: AppleCredential }) =>
      registers
        ? call(signUpWithApple, {
            body: { ...proof, communityId, code, lang: currentLanguage(), ...(registerkey && { registerkey }) },
          })
        : call(logInWithApple, { body: { ...proof, communityId, code } }),
    onSuccess: (user, _, __, { client }) => startSession(client, user),
  })

export interface AppleLogIn {
  busy: boolean
  /** Redirects to Apple, or logs in at once with a proof that is still valid. */
  startLogIn: (redirect: AppleRedirect) => void
  logInWithProof: (redirect: AppleRedirect) => void
}

/**
 * Log-in with Apple. `hasReturned` is true after the redirect back from Apple: the browser then has a proof of identity
 * for some minutes, so that a wrong registration key needs no new redirect. In apps the native sheet returns the proof.
 */
export const useApple = (
  { _id: communityId }: { _id: string },
  hasReturned: boolean,
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
): AppleLogIn => {
  const [knownProof, setKnownProof] = useState<AppleCredential | boolean>(hasReturned)
  const redirect = useAppleRedirect(communityId)
  const entry = useAppleEntry(communityId)
  // Uses the promise: callbacks of `mutate` would be lost if the log-in starts during the first render of the dialog.
  const enter = (redirect: AppleRedirect, proof = knownProof) => {
    const request = { ...redirect, ...(typeof proof === 'object' && { proof: proof }) }
    entry.mutateAsync(request).then(onEntered, (error: unknown) => {
      if (requiresFactor(error)) return onFactor(code => entry.mutateAsync({ ...request, code }))
      if (error instanceof ApiError && error.key === 'appleerror') setKnownProof(false)
      onFailed(error)
    })
  }
  return {
    busy: redirect.isPending || entry.isPending,
    startLogIn: request => {
      if (knownProof) return enter(request)
      const onSuccess = (proof: AppleCredential | null) => {
        if (!proof) return onCancelled()
        setKnownProof(proof)
        enter(request, proof)
      }
      redirect.mutate(request, { onError: onFailed, ...(import.meta.env.VITE_SERVER && { onSuccess }) })
    },
    logInWithProof: request => enter(request),
  }
}
