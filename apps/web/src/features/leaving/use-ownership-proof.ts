import type { Leaving } from '@parvis/contract/leaving.ts'
import { validateFactorCode } from '@parvis/contract/second-factor.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { TextKey } from '#web/kernel/text/text-keys.ts'
import { useFormErrors } from '#web/ui/use-form-errors.ts'
import { useProveOwner } from './leaving.queries.ts'

/** The errors of a proof that are shown beside their field, with their texts. */
const fieldErrors: Partial<Record<string, { field: string; textKey: TextKey }>> = {
  missingpassword: { field: 'password', textKey: 'leaving.proof.missing' },
  baduserpassword: { field: 'password', textKey: 'leaving.proof.wrong' },
  codemissing: { field: 'code', textKey: 'leaving.proof.code.missing' },
  badcode: { field: 'code', textKey: 'leaving.proof.code.wrong' },
}

/** `requiredProof` is undefined while the proof that the server requires is not known. */
export const useOwnershipProof = (requiredProof: Pick<Leaving, 'proof' | 'code'> | undefined) => {
  const { t } = useText()
  const proof = useProveOwner()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { errorOf, submitCount, showInvalid, clearErrors } = useFormErrors(['password', 'code'])
  const [sent, setSent] = useState(false)
  const method = requiredProof?.proof
  const needsCode = method === 'password' && requiredProof?.code === true
  /** Shows the error with this key beside its field; returns false when there is none. */
  const showFieldError = (key: string | undefined): boolean => {
    const found = key && fieldErrors[key]
    if (found) showInvalid({ field: found.field, text: t(found.textKey) })
    return Boolean(found)
  }
  return {
    method,
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
      clearErrors()
    },
    setTypedCode: (typed: string) => {
      setCode(typed)
      clearErrors()
    },
    /** Whether the action may go ahead. Shows a missing or wrong proof beside its field; throws other failures. */
    prove: async (): Promise<boolean> => {
      if (method === undefined) return false
      if (method === 'none') return true
      const missingKey = method === 'password' && !password ? 'missingpassword' : undefined
      if (showFieldError(missingKey)) return false
      if (needsCode && showFieldError(validateFactorCode(code)?.key)) return false
      try {
        const result = await proof.mutateAsync({ currentpassword: password, code })
        setSent(result.proof === 'sent')
        return result.proof === 'done'
      } catch (error) {
        if (error instanceof ApiError && showFieldError(error.key)) return false
        throw error
      }
    },
  }
}

export type OwnershipProof = ReturnType<typeof useOwnershipProof>
