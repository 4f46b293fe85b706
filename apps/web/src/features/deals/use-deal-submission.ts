import type { Deal } from '@parvis/contract/deals.ts'
import type { ValidationError } from '@parvis/contract/errors.ts'
import type { Language } from '@parvis/contract/language.ts'
import { useState, type FormEvent } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { isOutcomeUnknown } from '#web/kernel/outbox/network-error.ts'
import { useIsMounted } from '#web/kernel/screen/use-is-mounted.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { findDraftErrors, languageWithTooLongText } from './deal-draft.ts'
import { fieldsOfDeal, useDealErrors } from './deal-errors.ts'
import { useSaveDeal } from './deal.mutations.ts'
import { type DealForm, deleteDealDraft } from './use-deal-form.ts'

interface Failure {
  /** Error of the request; undefined when the draft is invalid. */
  error?: unknown
  /** Errors of the draft when the author submitted it. */
  errors: readonly ValidationError[]
}

export interface DealSubmissionOptions {
  draftKey: string
  form: DealForm
  /** Saved version of the edited deal; null for a new deal. */
  savedDeal: Deal | null
  onSaved: (deal: Deal) => void
  /** Called instead of saving when a text in this language is too long. */
  onTextTooLong: (language: Language) => void
  /** Called instead of saving if somebody else has changed an edited text meanwhile. */
  onConflict: (field: string) => void
}

/** Validates and saves the deal form, and returns the errors to show in it. */
export const useDealSubmission = (options: DealSubmissionOptions) => {
  const { t } = useText()
  const explain = useDealErrors()
  const { draftKey, form, savedDeal, onSaved, onTextTooLong, onConflict } = options
  const { draft } = form
  const [failure, setFailure] = useState<Failure | null>(null)
  const [submitCount, setAttempt] = useState(0)
  const isMounted = useIsMounted()
  const showErrors = (error: unknown, errors: readonly ValidationError[] = []) => {
    setFailure({ error, errors })
    setAttempt(before => before + 1)
  }
  const { save, saving, progress, cancelSave } = useSaveDeal({
    previousLocation: savedDeal?.loc ?? null,
    onSaved: deal => {
      deleteDealDraft(draftKey)
      showToast({ text: t(`dealwriting.saved.${deal.keeping?.state ?? 'shown'}`) })
      if (isMounted.current) onSaved(deal)
    },
    onFailed: error => {
      if (!isMounted.current) showToast({ kind: 'error', text: t('dealwriting.failed.left', { why: explain(error) }) })
      else if (isAborted(error)) showToast({ kind: 'info', text: t('dealwriting.stopped') })
      else showErrors(error)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving || form.isPreparing) return
    const languageOverLimit = languageWithTooLongText(draft)
    if (languageOverLimit) return onTextTooLong(languageOverLimit)
    const invalid = findDraftErrors(draft, savedDeal)
    if (invalid.length > 0) return showErrors(undefined, invalid)
    setFailure(null)
    const [conflict] = form.conflicts
    if (conflict) return onConflict(conflict)
    // Marked before sending: the server may store the deal even if this page never receives the response.
    form.change({ sent: draft.sent ?? 'same' })
    save({ draft, photo: form.photo, savedDeal })
  }
  return { submit, saving, progress, cancelSave, submitCount, ...shownErrorsOf(failure, options, explain) }
}

/** Returns the errors to show in the form, without those that the author has fixed since the attempt to save. */
const shownErrorsOf = (
  failure: Failure | null,
  { form, savedDeal }: DealSubmissionOptions,
  explain: (error: unknown) => string,
) => {
  const remainingErrors = failure && failure.errors.length > 0 ? findDraftErrors(form.draft, savedDeal) : []
  const shownErrors = remainingErrors.filter(one =>
    failure!.errors.some(({ key, field }) => key === one.key && field === one.field),
  )
  const serverError = failure?.error
  const serverErrorField = serverError instanceof ApiError ? (serverError.field ?? '') : ''
  return {
    errorOf: (...names: string[]) => {
      const invalid = shownErrors.find(({ field }) => names.includes(field))
      if (invalid) return explain(new ApiError(invalid.key, 400, invalid))
      return names.includes(serverErrorField) ? explain(serverError) : null
    },
    /** Error of the request that belongs to no field. */
    formError: serverError !== undefined && !fieldsOfDeal.includes(serverErrorField) ? explain(serverError) : null,
    isOutcomeUnknown: serverError !== undefined && isOutcomeUnknown(serverError),
  }
}
