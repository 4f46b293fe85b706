import { checkFactorCode } from '@parvis/contract/second-factor.ts'
import type { Leaving } from '@parvis/contract/leaving.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { type Translate, useText } from '#web/kernel/text/i18n.ts'
import { useProof } from './leaving.queries.ts'

interface Wrong {
  field: 'password' | 'code'
  words: string
}

/** The part of the proof that was wrong; null for any other failure. */
const wrongIn = (t: Translate, failure: unknown): Wrong | null => {
  const key = failure instanceof ApiError ? failure.key : null
  if (key === 'baduserpassword') return { field: 'password', words: t('leaving.proof.wrong') }
  if (key === 'codemissing') return { field: 'code', words: t('leaving.proof.code.missing') }
  return key === 'badcode' ? { field: 'code', words: t('leaving.proof.code.wrong') } : null
}

/**
 * Proves ownership of the account before an action that only its owner may take. `asked` says what the server wants,
 * undefined while that is not known.
 */
export const useProving = (asked: Pick<Leaving, 'proof' | 'code'> | undefined) => {
  const { t } = useText()
  const proof = useProof()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<Wrong | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [sent, setSent] = useState(false)
  const how = asked?.proof
  const withCode = how === 'password' && asked?.code === true
  const stumble = (found: Wrong) => {
    setWrong(found)
    setAttempt(last => last + 1)
    return false
  }
  const errorOf = (field: Wrong['field']) => (wrong?.field === field ? wrong.words : null)
  return {
    asked: how,
    password,
    error: errorOf('password'),
    /** Null when no code is needed. */
    code: withCode ? { typed: code, error: errorOf('code') } : null,
    attempt,
    /** The link was mailed: the action is taken after coming back by it. */
    sent,
    mailsLink: how === 'mail',
    changePassword: (typed: string) => {
      setPassword(typed)
      setWrong(null)
    },
    changeCode: (typed: string) => {
      setCode(typed)
      setWrong(null)
    },
    /**
     * Resolves to whether the action may go ahead; what is wrong with the proof is shown beside its field. Throws any
     * other failure.
     */
    prove: async (): Promise<boolean> => {
      if (how === undefined) return false
      if (how === 'none') return true
      if (how === 'password' && !password) return stumble({ field: 'password', words: t('leaving.proof.missing') })
      const broken = withCode ? checkFactorCode(code) : null
      if (broken)
        return stumble({
          field: 'code',
          words: t(broken.key === 'codemissing' ? 'leaving.proof.code.missing' : 'leaving.proof.code.wrong'),
        })
      try {
        const answer = await proof.mutateAsync({ currentpassword: password, code })
        setSent(answer.proof === 'sent')
        return answer.proof === 'done'
      } catch (failure) {
        const found = wrongIn(t, failure)
        if (!found) throw failure
        return stumble(found)
      }
    },
  }
}

export type Proving = ReturnType<typeof useProving>
