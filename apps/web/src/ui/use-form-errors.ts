import type { ValidationError } from '@parvis/contract/errors.ts'
import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'

/** An error that only the form finds, with a text of its own. */
export interface OwnError {
  /** Null to show it above the form. */
  field: string | null
  text: string
}

interface FormError {
  /** Null for an error that is shown above the form. */
  field: string | null
  error: unknown
  /** The rule that the input violated. */
  violation?: ValidationError
}

export interface FormErrorOptions {
  /** The field of the form for each field that the server names differently. */
  aliases?: Partial<Record<string, string>>
  /** Receives the first field with an error, so that the form can show its part with that field. */
  onFirstErrorField?: (field: string) => void
  /** Finds the rules that the form violates now: a violation is shown until the author has corrected it. */
  findViolations?: () => readonly (ValidationError | null)[]
  explain?: (error: unknown) => string
}

const toFormError = (found: ValidationError | OwnError): FormError =>
  'text' in found
    ? { field: found.field, error: found.text }
    : { ...toApiFormError(new ApiError(found.key, 400, found)), violation: found }

const toApiFormError = (error: unknown): FormError => ({
  field: (error instanceof ApiError && error.field) || null,
  error,
})

/**
 * The errors of a form: those of `fields`, or with null those of any field, are shown beside their field, all others
 * above the form. `submitCount` counts the failures, so that a repeated error is announced again.
 */
export const useFormErrors = (
  fields: readonly string[] | null,
  { aliases = {}, onFirstErrorField, findViolations, explain }: FormErrorOptions = {},
) => {
  const text = useText()
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const [submitCount, setSubmitCount] = useState(0)
  const fieldOf = (name: string | null) => {
    const field = name && (aliases[name] ?? name)
    return field && (fields === null || fields.includes(field)) ? field : null
  }
  const show = (found: readonly FormError[]) => {
    const next = found.map(one => ({ ...one, field: fieldOf(one.field) }))
    setErrors(next)
    setSubmitCount(before => before + 1)
    if (next[0]?.field) onFirstErrorField?.(next[0].field)
  }
  const current = errors.some(({ violation }) => violation) ? findViolations?.() : undefined
  const isShown = ({ violation }: FormError) =>
    !violation || !current || current.some(one => one?.key === violation.key && one.field === violation.field)
  const errorOf = (...names: (string | null)[]): string | null => {
    const found = errors.find(one => names.includes(one.field) && isShown(one))
    if (!found) return null
    return typeof found.error === 'string' ? found.error : (explain ?? text.explain)(found.error)
  }
  return {
    submitCount,
    hasErrors: errors.length > 0,
    /** The first error; null if there is none. */
    error: errors[0]?.error ?? null,
    /** Text of the error that is shown above the form; null for none. */
    formError: errorOf(null),
    /** Text of the first error of these fields; null for none. */
    errorOf: (...names: string[]) => errorOf(...names),
    /** Shows why a request failed. */
    showFailure: (error: unknown) => show([toApiFormError(error)]),
    /** Shows what is wrong with the input. */
    showInvalid: (...found: (ValidationError | OwnError)[]) => show(found.map(toFormError)),
    /** Whether the input violates no rule. Shows the violations, or clears the errors of the last attempt. */
    acceptInput: (...found: (ValidationError | OwnError | null)[]): boolean => {
      const violations = found.filter(one => one !== null)
      if (violations.length > 0) show(violations.map(toFormError))
      else setErrors([])
      return violations.length === 0
    },
    clearErrors: () => setErrors([]),
    clearFieldErrors: (...names: string[]) =>
      setErrors(last => last.filter(({ field }) => field === null || !names.includes(field))),
  }
}
