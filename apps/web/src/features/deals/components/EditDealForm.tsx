import type { Deal, DealCategory } from '@parvis/contract/deals.ts'
import type { ValidationError } from '@parvis/contract/errors.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { isAtCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import columns from '#web/ui/form-columns.module.css'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PictoRadioGroup } from '#web/ui/PictoRadioGroup.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import { findDraftErrors, languageTooLong } from '../deal-draft.ts'
import { saveDealDraft, storedDealDraft, type SavedDealDraft } from '../deal-draft-store.ts'
import { fieldsOfDeal, isOutcomeUnknown, useDealErrors } from '../deal-errors.ts'
import { useSaveDeal } from '../deal.mutations.ts'
import type { EditDealViewProps } from '../EditDealView.tsx'
import { useDealForm } from '../use-deal-form.ts'
import { DealContactFields } from './DealContactFields.tsx'
import { DealDateFields } from './DealDateFields.tsx'
import { DealInvitation } from './DealInvitation.tsx'
import { DealPhotoField } from './DealPhotoField.tsx'
import { DealPreview } from './DealPreview.tsx'
import { DealLocationFields } from './DealLocationFields.tsx'
import { DealTextFields } from './DealTextFields.tsx'

export interface EditDealFormProps extends Omit<EditDealViewProps, 'id' | 'back'> {
  owner: string
  start: SavedDealDraft
  /** Whether the draft was restored from an earlier visit. */
  restored: boolean
  /** Saved version of the edited deal; null for a new deal. */
  stored: Deal | null
  categories: readonly DealCategory[]
  /** Activity templates that the deal can offer. */
  templates: readonly Template[]
  /** Whether the team has to approve the deal. */
  needsApproval: boolean
  onDiscard: () => void
}

export const EditDealForm = ({
  community,
  owner,
  start,
  restored,
  stored,
  categories,
  templates,
  needsApproval,
  onSaved,
  onLeave,
  onDiscard,
}: EditDealFormProps) => {
  const { t, language } = useText()
  const explain = useDealErrors()
  const id = useId()
  const form = useDealForm(owner, start, stored)
  const { draft, change } = form
  const [editedLanguage, setEditedLanguage] = useState(language)
  const [failure, setFailure] = useState<{ error?: unknown; errors: readonly ValidationError[] } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const category = useRef<HTMLDivElement>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  useDraftSavedToast(() =>
    form.touched && !saving && !isAtCamera('deal') && storedDealDraft(owner)
      ? {
          text: t('dealwriting.kept'),
          label: t('dealwriting.discard'),
          discard: () => saveDealDraft(owner, null),
        }
      : null,
  )
  useTakenPhoto('deal', photo => void form.pick(photo))
  const showErrors = (error: unknown, errors: readonly ValidationError[] = []) => {
    setFailure({ error, errors })
    setAttempt(before => before + 1)
  }
  const { save, saving, progress, stop } = useSaveDeal({
    before: stored?.loc ?? null,
    onSaved: deal => {
      saveDealDraft(owner, null)
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
    if (saving || form.preparing) return
    const languageOverLimit = languageTooLong(draft)
    if (languageOverLimit) return setEditedLanguage(languageOverLimit)
    const invalid = findDraftErrors(draft)
    if (invalid.length > 0) return showErrors(undefined, invalid)
    setFailure(null)
    // Marked before sending: the server may store the deal even if this page never receives the response.
    change({ sent: draft.sent ?? 'same' })
    save({ draft, photo: form.photo, editedId: stored?._id })
  }
  // Hides errors that the author has fixed since the attempt to save.
  const remainingErrors = failure && failure.errors.length > 0 ? findDraftErrors(draft) : []
  const shownErrors = remainingErrors.filter(one =>
    failure!.errors.some(({ key, field }) => key === one.key && field === one.field),
  )
  const serverError = failure?.error
  const serverErrorField = serverError instanceof ApiError ? (serverError.field ?? '') : ''
  const errorOf = (...names: string[]) => {
    const invalid = shownErrors.find(({ field }) => names.includes(field))
    if (invalid) return explain(new ApiError(invalid.key, 400, invalid))
    return names.includes(serverErrorField) ? explain(serverError) : null
  }
  const formError = serverError !== undefined && !fieldsOfDeal.includes(serverErrorField) ? explain(serverError) : null
  const categoryError = errorOf('categoryId')
  useEffect(() => {
    if (categoryError) category.current?.querySelector('input')?.focus()
  }, [categoryError, attempt])
  const fields = { form, errorOf, attempt }
  return (
    <Main>
      <div className={columns.columns}>
        <div className={columns.form}>
          {restored && (
            <Notice
              kind="calm"
              icon="clock"
              action={
                <Button kind="quiet" size="s" onClick={onDiscard}>
                  {t('dealwriting.discard')}
                </Button>
              }
            >
              {t('dealwriting.restored')}
            </Notice>
          )}
          <DealStateNotice stored={stored} needsApproval={needsApproval} />
          {form.hasForeignChanges && (
            <Notice kind="calm" icon="info">
              {t('dealwriting.followed')}
            </Notice>
          )}
          {formError && (
            <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
              {formError}
              <br />
              {t(isOutcomeUnknown(serverError) ? 'dealwriting.unanswered' : 'dealwriting.still')}
            </Notice>
          )}
          <form id={id} onSubmit={submit} noValidate inert={saving}>
            <Card className={columns.block}>
              <FormSection title={t('dealwriting.category')} error={categoryError}>
                <div ref={category} data-invalid={categoryError ? '' : undefined}>
                  <PictoRadioGroup
                    label={t('dealwriting.category')}
                    longLabels
                    value={draft.categoryId}
                    onChange={categoryId => change({ categoryId })}
                    options={categories.map(one => ({
                      value: one._id,
                      label: textIn(language, one, 'name') ?? '',
                      picto: one.picto,
                      hue: one.bgColor,
                    }))}
                  />
                </div>
              </FormSection>
              <DealPhotoField {...fields} stored={stored?.photo ?? null} language={editedLanguage} />
              <DealTextFields {...fields} language={editedLanguage} onLanguage={setEditedLanguage} />
              <DealLocationFields {...fields} community={community} />
              <DealContactFields {...fields} />
              <DealDateFields {...fields} />
              <DealInvitation
                {...fields}
                templates={templates}
                language={editedLanguage}
                onLanguage={setEditedLanguage}
              />
            </Card>
          </form>
        </div>
        <DealPreview
          draft={draft}
          photo={form.photo}
          stored={stored}
          category={categories.find(({ _id }) => _id === draft.categoryId) ?? null}
          community={community}
        />
      </div>
      <ActionBar>
        {saving && progress !== null && (
          <Progress
            label={t('dealwriting.sending')}
            value={progress}
            valueText={t('dealwriting.sending.figure', { percent: Math.round(progress * 100) })}
          />
        )}
        {saving ? (
          <Button onClick={stop}>{t('dealwriting.stop')}</Button>
        ) : (
          <Button onClick={onLeave}>{t('dealwriting.cancel')}</Button>
        )}
        <Button type="submit" form={id} kind="primary" busy={saving}>
          {t('dealwriting.save')}
        </Button>
      </ActionBar>
    </Main>
  )
}

/** Tells the author about the state of the deal before they write. */
const DealStateNotice = ({ stored, needsApproval }: { stored: Deal | null; needsApproval: boolean }) => {
  const { t } = useText()
  const { state, refusal } = stored?.keeping ?? {}
  if (state === 'refused')
    return (
      <Notice icon="circle-alert">
        {t('dealwriting.refused.plain')}
        {refusal && (
          <>
            <br />
            {t('dealwriting.state.refused.text', { why: refusal })}
          </>
        )}
      </Notice>
    )
  if (state === 'waiting' || (!stored && needsApproval))
    return (
      <Notice kind="calm" icon="info">
        {t('dealwriting.first')}
      </Notice>
    )
  return null
}
