import type { Deal } from '@parvis/contract/deals.ts'
import type { Language } from '@parvis/contract/language.ts'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { isOutcomeUnknown } from '#web/kernel/outbox/network-error.ts'
import { useIsMounted } from '#web/kernel/screen/use-is-mounted.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { showToast } from '#web/ui/toasts.ts'
import { useFormSubmission } from '#web/ui/use-form-submission.ts'
import { findDraftErrors, languageWithTooLongText } from './deal-draft.ts'
import { fieldsOfDeal, useExplainDealError } from './deal-errors.ts'
import { useSaveDeal } from './deal.mutations.ts'
import { type DealForm, deleteDealDraft } from './use-deal-form.ts'

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
  const explain = useExplainDealError()
  const { draftKey, form, savedDeal, onSaved, onTextTooLong, onConflict } = options
  const { draft } = form
  const isMounted = useIsMounted()
  const submission = useFormSubmission(fieldsOfDeal, {
    findViolations: () => findDraftErrors(draft, savedDeal),
    explain,
  })
  const { mutate, isPending, progress, abort } = useSaveDeal(savedDeal?.loc ?? null, {
    onDone: deal => {
      deleteDealDraft(draftKey)
      showToast({ text: t(`dealwriting.saved.${deal.keeping?.state ?? 'shown'}`) })
      if (isMounted.current) onSaved(deal)
    },
    onFailed: error => {
      if (!isMounted.current) showToast({ kind: 'error', text: t('dealwriting.failed.left', { why: explain(error) }) })
      else if (isAborted(error)) showToast({ kind: 'info', text: t('dealwriting.stopped') })
      else submission.showFailure(error)
    },
  })
  const submit = submission.submitHandler({
    isBusy: isPending || form.isPreparing,
    findTooLong: () => languageWithTooLongText(draft),
    onTextTooLong,
    send: () => {
      const [conflict] = form.conflicts
      if (conflict) return onConflict(conflict)
      // Marked before sending: the server may store the deal even if this page never receives the response.
      form.change({ sent: draft.sent ?? 'same' })
      mutate({ draft, photo: form.photo, savedDeal })
    },
  })
  return {
    submit,
    saving: isPending,
    progress,
    abort,
    ...submission,
    isOutcomeUnknown: submission.error !== null && isOutcomeUnknown(submission.error),
  }
}
