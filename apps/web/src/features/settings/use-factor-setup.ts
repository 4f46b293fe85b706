import { validateFactorCode } from '@parvis/contract/second-factor.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { useCreateFactorSecret, useTurnOnFactor } from './factor.queries.ts'

/**
 * Requests a new secret as soon as the screen opens, and turns the second factor on by a first code. `onCodes` receives
 * the recovery codes. `onProofNeeded` is called when the server requires a proof of account ownership first, since the
 * log-in was too long ago.
 */
export const useFactorSetup = (onCodes: (codes: readonly string[]) => void, onProofNeeded?: () => void) => {
  const begin = useCreateFactorSecret()
  const turnOn = useTurnOnFactor()
  const [code, setCode] = useState('')
  const formErrors = useFormErrors(['code'])
  const begun = useRef(false)
  const handleError = (error: unknown) => {
    if (error instanceof ApiError && error.key === 'proofneeded') onProofNeeded?.()
  }
  const beginAgain = () => begin.mutate(undefined, { onError: handleError })
  const start = useEffectEvent(beginAgain)
  useEffect(() => {
    // Effects run twice in development: a second secret would invalidate the first.
    if (begun.current) return
    begun.current = true
    start()
  }, [])
  return {
    ...formErrors,
    /** The new secret; null while it is loading. */
    begun: begin.data ?? null,
    secretError: begin.error,
    beginAgain,
    code,
    setTypedCode: (typed: string) => {
      setCode(typed)
      formErrors.clearFieldErrors('code')
    },
    busy: turnOn.isPending,
    submit: () => {
      if (!turnOn.isPending && begin.data && formErrors.acceptInput(validateFactorCode(code)))
        turnOn.mutate(code, {
          onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
          onError: formErrors.showFailure,
        })
    },
  }
}

export type FactorSetup = ReturnType<typeof useFactorSetup>
