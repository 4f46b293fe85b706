import type { ValidationError } from '@parvis/contract/errors.ts'
import type { Language } from '@parvis/contract/language.ts'
import { type FormErrorOptions, useFormErrors } from './use-form-errors.ts'

export interface SubmitOptions {
  /** Whether the form is being sent, or not ready to be sent. */
  isBusy: boolean
  /** Finds the language of a text that is too long. */
  findTooLong: () => Language | undefined
  /** Called instead of sending if a text is too long, to show its field, which shows the excess. */
  onTextTooLong: (language: Language) => void
  /** Sends the form, which violates no rule. */
  send: () => void
}

/** The errors of a form (`useFormErrors`) with a submit handler that shows the violated rules instead of sending. */
export const useFormSubmission = (
  fields: readonly string[],
  options: FormErrorOptions & { findViolations: () => readonly (ValidationError | null)[] },
) => {
  const errors = useFormErrors(fields, options)
  const submitHandler =
    ({ isBusy, findTooLong, onTextTooLong, send }: SubmitOptions) =>
    (): void => {
      if (isBusy) return
      const tooLong = findTooLong()
      if (tooLong) return onTextTooLong(tooLong)
      if (errors.acceptInput(...options.findViolations())) send()
    }
  return { ...errors, submitHandler }
}

export type FormSubmission = ReturnType<typeof useFormSubmission>
