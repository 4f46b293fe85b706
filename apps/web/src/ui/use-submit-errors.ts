import type { ValidationError } from '@parvis/contract/errors.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'

export interface SubmitErrorOptions {
  /** Whether the form shows the errors of this field beside it; all other errors are shown above the form. */
  hasField: (field: string) => boolean
  /** Finds the rules that the form violates now. */
  findViolations?: () => readonly (ValidationError | null)[]
  explain?: (error: unknown) => string
}

interface Failure {
  error: unknown
  violations: readonly ValidationError[]
}

const none: Failure = { error: null, violations: [] }

/** The errors of the last submission: the rules that the form violated and still violates, or the error of the request. */
export const useSubmitErrors = ({ hasField, findViolations, explain }: SubmitErrorOptions) => {
  const text = useText()
  const [{ error, violations }, setFailure] = useState(none)
  const [submitCount, setSubmitCount] = useState(0)
  const fail = (failure: Failure) => {
    setFailure(failure)
    setSubmitCount(before => before + 1)
  }
  const current = violations.length > 0 ? findViolations?.() : undefined
  const openViolations = current?.filter(one =>
    violations.some(({ key, field }) => key === one?.key && field === one.field),
  )
  const errorField = (error instanceof ApiError && error.field) || ''
  const errorText = error === null ? null : (explain ?? text.explain)(error)
  return {
    /** The error of the request; null if there was none. */
    error,
    /** The number of failed submissions, so that a repeated error is announced again. */
    submitCount,
    /** Text of the error if it is about one of these fields, else null. */
    errorOf: (...names: string[]): string | null => {
      const violation = openViolations?.find(one => one && names.includes(one.field))
      if (violation) return (explain ?? text.explain)(new ApiError(violation.key, 400, violation))
      return names.includes(errorField) && hasField(errorField) ? errorText : null
    },
    /** Text of an error that no field shows, else null. */
    formError: hasField(errorField) ? null : errorText,
    clearErrors: () => setFailure(none),
    showError: (failed: unknown) => fail({ ...none, error: failed }),
    showViolations: (found: readonly ValidationError[]) => fail({ ...none, violations: found }),
  }
}

export type SubmitErrors = ReturnType<typeof useSubmitErrors>
