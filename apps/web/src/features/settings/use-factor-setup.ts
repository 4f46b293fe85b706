import { checkFactorCode } from '@parvis/contract/second-factor.ts'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useBeginFactor, useTurnOn } from './factor.queries.ts'

/**
 * Requests a new secret as soon as the screen opens, and turns the factor on by its first code. `onProofNeeded` is
 * called when the log-in was too long ago to take the member for the owner.
 */
export const useFactorSetup = (onCodes: (codes: readonly string[]) => void, onProofNeeded?: () => void) => {
  const { t, explain } = useText()
  const begin = useBeginFactor()
  const turnOn = useTurnOn()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<unknown>(null)
  const begun = useRef(false)
  const heed = (error: unknown) => {
    if (error instanceof ApiError && error.key === 'proofneeded') onProofNeeded?.()
  }
  const beginAgain = () => begin.mutate(undefined, { onError: heed })
  const start = useEffectEvent(beginAgain)
  useEffect(() => {
    // Effects run twice in development: a second secret would invalidate the first.
    if (begun.current) return
    begun.current = true
    start()
  }, [])
  const stumble = (words: string) => {
    setWrong(words)
    setAttempt(last => last + 1)
  }
  return {
    /** Null while it is loading. */
    begun: begin.data ?? null,
    beginFailed: begin.error,
    beginAgain,
    code,
    changeCode: (typed: string) => {
      setCode(typed)
      setWrong(null)
    },
    wrong,
    attempt,
    failed,
    busy: turnOn.isPending,
    submit: (event: FormEvent) => {
      event.preventDefault()
      if (turnOn.isPending || !begin.data) return
      setFailed(null)
      const broken = checkFactorCode(code)
      if (broken) return stumble(t(broken.key === 'codemissing' ? 'errors.codemissing' : 'errors.badcode'))
      turnOn.mutate(code, {
        onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
        onError: error => {
          if (error instanceof ApiError && error.field === 'code') stumble(explain(error))
          else setFailed(error)
        },
      })
    },
  }
}

export type FactorSetup = ReturnType<typeof useFactorSetup>
