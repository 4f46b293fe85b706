import { useState } from 'react'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import type { FormError } from './profile-form.ts'

/** An error of the form; without a field it is shown above the form. */
interface FieldError {
  field: string | null
  /** Null for the one error that only the form can find: the two passwords differ. */
  error: unknown
}

/** Field names of the server that differ from the form's. */
const fieldAliases: Record<string, string> = { files: 'photo', photoUri: 'photo' }

/** Errors of unknown fields are shown above the form. `onFirstErrorField` receives the first field with an error. */
export const useFormErrors = (
  hasField: (field: string) => boolean,
  onFirstErrorField: (field: string) => void = () => {},
) => {
  const { t, explain } = useText()
  const [fieldErrors, setFieldErrors] = useState<FieldError[]>([])
  const [submitCount, setSubmitCount] = useState(0)
  const replaceErrors = (errors: FieldError[]) => {
    const next = errors.map(({ error, field }) => ({ error, field: field !== null && hasField(field) ? field : null }))
    setFieldErrors(next)
    setSubmitCount(before => before + 1)
    if (next[0]?.field) onFirstErrorField(next[0].field)
  }
  const showError = (error: unknown, field: string | null) => replaceErrors([{ error, field }])
  const formLevelError = fieldErrors.find(({ field }) => field === null)
  return {
    submitCount,
    showError,
    /** Shows each error beside its field. */
    showErrors: (ruleErrors: readonly FormError[]) =>
      replaceErrors(
        ruleErrors.map(one => ({
          error: one.key === 'differentpasswords' ? null : new ApiError(one.key, 400, { ...one }),
          field: one.field,
        })),
      ),
    /** Shows an error of the server beside its field. */
    showServerError: (error: unknown) => {
      const field = error instanceof ApiError ? (error.field ?? null) : null
      showError(error, field === null ? null : (fieldAliases[field] ?? field))
    },
    clearFieldErrors: (...fields: string[]) =>
      setFieldErrors(last => last.filter(({ field }) => field === null || !fields.includes(field))),
    clearErrors: () => setFieldErrors([]),
    errorOf: (field: string): string | null => {
      const fieldError = fieldErrors.find(one => one.field === field)
      if (!fieldError) return null
      return fieldError.error === null ? t('entry.differentpasswords') : explain(fieldError.error)
    },
    formError: formLevelError ? explain(formLevelError.error) : null,
  }
}
