import type { ValidationError } from '@parvis/contract/errors.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useState, type FormEvent } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'

export interface FormSubmissionOptions {
  /** Whether the form shows the errors of this field beside it; all other errors are shown above the form. */
  hasField: (field: string) => boolean
  /** Finds the rules that the form violates now. */
  findViolations?: () => readonly (ValidationError | null)[]
  explain?: (error: unknown) => string
}

export interface SubmitOptions {
  /** Whether the form is being sent, or not ready to be sent. */
  isBusy: boolean
  /** Finds the language of a text that is too long. */
  findTooLong?: () => Language | undefined
  /** Called instead of sending if a text is too long, to show its field, which shows the excess. */
  onTextTooLong?: (language: Language) => void
  /** Sends the form, which violates no rule. */
  send: () => void
}

interface Failure {
  error: unknown
  violations: readonly ValidationError[]
}

const none: Failure = { error: null, violations: [] }

/** Submits a form, and returns its errors: the rules that it violated and still violates, or the error of the request. */
export const useFormSubmission = ({ hasField, findViolations, explain }: FormSubmissionOptions) => {
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
    /** Returns the submit handler, which shows the violated rules instead of sending the form. */
    submitHandler:
      ({ isBusy, findTooLong, onTextTooLong, send }: SubmitOptions) =>
      (event: FormEvent): void => {
        event.preventDefault()
        if (isBusy) return
        const tooLong = findTooLong?.()
        if (tooLong) return onTextTooLong?.(tooLong)
        const found = findViolations?.().filter(one => one !== null) ?? []
        if (found.length > 0) return fail({ ...none, violations: found })
        setFailure(none)
        send()
      },
  }
}

export type FormSubmission = ReturnType<typeof useFormSubmission>
