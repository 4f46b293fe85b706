import { validateFactorCode } from '@parvis/contract/second-factor.ts'
import type { Leaving } from '@parvis/contract/leaving.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { type Translate, useText } from '#web/kernel/text/i18n.ts'
import { useProveOwner } from './leaving.queries.ts'

interface ProofError {
  field: 'password' | 'code'
  message: string
}

/** The field whose value the server refused, with a message; null for any other failure. */
const toProofError = (t: Translate, failure: unknown): ProofError | null => {
  const key = failure instanceof ApiError ? failure.key : null
  if (key === 'baduserpassword') return { field: 'password', message: t('leaving.proof.wrong') }
  if (key === 'codemissing') return { field: 'code', message: t('leaving.proof.code.missing') }
  return key === 'badcode' ? { field: 'code', message: t('leaving.proof.code.wrong') } : null
}

/** Returns what is missing or malformed in the typed proof. `code` is null when no code is needed. */
const findProofError = (t: Translate, password: string, code: string | null): ProofError | null => {
  if (!password) return { field: 'password', message: t('leaving.proof.missing') }
  const invalid = code === null ? null : validateFactorCode(code)
  return (
    invalid && {
      field: 'code',
      message: t(invalid.key === 'codemissing' ? 'leaving.proof.code.missing' : 'leaving.proof.code.wrong'),
    }
  )
}

/** `requiredProof` is undefined while the proof that the server requires is not known. */
export const useOwnershipProof = (requiredProof: Pick<Leaving, 'proof' | 'code'> | undefined) => {
  const { t } = useText()
  const proof = useProveOwner()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [proofError, setProofError] = useState<ProofError | null>(null)
  const [submitCount, setSubmitCount] = useState(0)
  const [sent, setSent] = useState(false)
  const method = requiredProof?.proof
  const needsCode = method === 'password' && requiredProof?.code === true
  const showProofError = (found: ProofError) => {
    setProofError(found)
    setSubmitCount(last => last + 1)
    return false
  }
  const errorOf = (field: ProofError['field']) => (proofError?.field === field ? proofError.message : null)
  return {
    method: method,
    password,
    error: errorOf('password'),
    /** Null when no code is needed. */
    code: needsCode ? { typed: code, error: errorOf('code') } : null,
    submitCount,
    /** True once the link is mailed; opening the link leads back to the action. */
    sent,
    mailsLink: method === 'mail',
    setTypedPassword: (typed: string) => {
      setPassword(typed)
      setProofError(null)
    },
    setTypedCode: (typed: string) => {
      setCode(typed)
      setProofError(null)
    },
    /** Whether the action may go ahead. Shows a missing or wrong proof beside its field; throws other failures. */
    prove: async (): Promise<boolean> => {
      if (method === undefined) return false
      if (method === 'none') return true
      const invalid = method === 'password' ? findProofError(t, password, needsCode ? code : null) : null
      if (invalid) return showProofError(invalid)
      try {
        const result = await proof.mutateAsync({ currentpassword: password, code })
        setSent(result.proof === 'sent')
        return result.proof === 'done'
      } catch (failure) {
        const found = toProofError(t, failure)
        if (!found) throw failure
        return showProofError(found)
      }
    },
  }
}

export type OwnershipProof = ReturnType<typeof useOwnershipProof>
