import { checkFactorCode } from '@parvis/contract/second-factor.ts'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useBeginFactor, useTurnOn } from './factor.queries.ts'

/** A new secret as soon as it is on the screen, and the first code of it. */
/** `onProofNeeded`: too long after the log-in nobody knows whether it is still the owner. */
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
    // drawn twice in development: the second secret would put the first out of use
    if (begun.current) return
    begun.current = true
    start()
  }, [])
  const stumble = (words: string) => {
    setWrong(words)
    setAttempt(last => last + 1)
  }
  return {
    /** Null while it is on its way. */
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
