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
}

interface FormErrorOptions {
  /** The field of the form for each field that the server names differently. */
  aliases?: Partial<Record<string, string>>
  /** Receives the first field with an error, so that the form can show its part with that field. */
  onFirstErrorField?: (field: string) => void
}

const toFormError = (found: ValidationError | OwnError): FormError =>
  'text' in found ? { field: found.field, error: found.text } : toApiFormError(new ApiError(found.key, 400, found))

const toApiFormError = (error: unknown): FormError => ({
  field: (error instanceof ApiError && error.field) || null,
  error,
})

/**
 * The errors of a form: those of `fields` are shown beside their field, all others above the form. `submitCount` counts
 * the failures, so that a repeated error is announced again.
 */
export const useFormErrors = (
  fields: readonly string[],
  { aliases = {}, onFirstErrorField }: FormErrorOptions = {},
) => {
  const { explain } = useText()
  const [errors, setErrors] = useState<readonly FormError[]>([])
  const [submitCount, setSubmitCount] = useState(0)
  const fieldOf = (name: string | null) => {
    const field = name && (aliases[name] ?? name)
    return field && fields.includes(field) ? field : null
  }
  const show = (found: readonly FormError[]) => {
    const next = found.map(({ field, error }) => ({ field: fieldOf(field), error }))
    setErrors(next)
    setSubmitCount(before => before + 1)
    if (next[0]?.field) onFirstErrorField?.(next[0].field)
  }
  const errorOf = (field: string | null): string | null => {
    const found = errors.find(one => one.field === field)
    if (!found) return null
    return typeof found.error === 'string' ? found.error : explain(found.error)
  }
  return {
    submitCount,
    hasErrors: errors.length > 0,
    /** Text of the error that is shown above the form; null for none. */
    formError: errorOf(null),
    errorOf: (field: string) => errorOf(field),
    /** Shows why a request failed. */
    showFailure: (error: unknown) => show([toApiFormError(error)]),
    /** Shows what is wrong with the input. */
    showInvalid: (...found: (ValidationError | OwnError)[]) => show(found.map(toFormError)),
    clearErrors: () => setErrors([]),
    clearFieldErrors: (...names: string[]) =>
      setErrors(last => last.filter(({ field }) => field === null || !names.includes(field))),
  }
}
