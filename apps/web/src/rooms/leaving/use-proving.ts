import type { Proof } from '@parvis/contract/leaving.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { useProof } from './leaving.queries.ts'

/**
 * Proving to be the owner of the account before what only they may do; `asked` is how, undefined while that is not
 * known.
 */
export const useProving = (asked: Proof | undefined) => {
  const { t } = useText()
  const proof = useProof()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [sent, setSent] = useState(false)
  const stumble = (words: string) => {
    setError(words)
    setAttempt(last => last + 1)
  }
  return {
    asked,
    password,
    error,
    attempt,
    /** The link is on its way: what was wanted is done after coming back by it. */
    sent,
    mailsLink: asked === 'mail',
    changePassword: (typed: string) => {
      setPassword(typed)
      setError(null)
    },
    /**
     * Whether what was wanted may be done now; what is wrong with the password stands beside it. Throws what else goes
     * wrong.
     */
    prove: async (): Promise<boolean> => {
      if (asked === undefined) return false
      if (asked === 'none') return true
      if (asked === 'password' && !password) {
        stumble(t('leaving.proof.missing'))
        return false
      }
      try {
        const answer = await proof.mutateAsync(password)
        setSent(answer.proof === 'sent')
        return answer.proof === 'done'
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.key === 'baduserpassword')) throw failure
        stumble(t('leaving.proof.wrong'))
        return false
      }
    },
  }
}

export type Proving = ReturnType<typeof useProving>
