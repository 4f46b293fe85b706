import type { Deal, DealCategory } from '@parvis/contract/deals.ts'
import { textIn } from '@parvis/contract/language.ts'
import type { Template } from '@parvis/contract/templates.ts'
import { useEffect, useId, useRef, useState } from 'react'
import { isAtCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import columns from '#web/ui/form-columns.module.css'
import { focusFirstConflict } from '#web/ui/FieldConflict.tsx'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PictoRadioGroup } from '#web/ui/PictoRadioGroup.tsx'
import { RestoredNotice } from '#web/ui/RestoredNotice.tsx'
import { SendActions } from '#web/ui/SendActions.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import { Form } from '#web/ui/Form.tsx'
import { dealDrafts, deleteDealDraft, useDealForm } from '../use-deal-form.ts'
import { useDealSubmission } from '../use-deal-submission.ts'
import { DealContactFields } from './DealContactFields.tsx'
import { DealDateFields } from './DealDateFields.tsx'
import { DealInvitation } from './DealInvitation.tsx'
import { DealPhotoField } from './DealPhotoField.tsx'
import { DealPreview } from './DealPreview.tsx'
import { DealLocationFields } from './DealLocationFields.tsx'
import { DealTextFields } from './DealTextFields.tsx'
import type { Community } from '@parvis/contract/community.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export interface EditDealFormProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'loc' | 'timezone'>
  me: Pick<SessionUser, '_id'>
  onSaved: (deal: Deal) => void
  onLeave: () => void
  draftKey: string
  /** The photo of the draft of an earlier visit. */
  storedPhoto: Blob | null
  /** Whether the author returns from the camera screen; the draft is then not announced as restored. */
  isBackFromCamera: boolean
  /** Saved version of the edited deal; null for a new deal. */
  savedDeal: Deal | null
  categories: readonly DealCategory[]
  /** Activity templates that the deal can offer. */
  templates: readonly Template[]
  /** Whether the team has to approve the deal. */
  needsApproval: boolean
  onDiscard: () => void
}

export const EditDealForm = ({
  community,
  draftKey,
  storedPhoto,
  isBackFromCamera,
  savedDeal,
  categories,
  templates,
  needsApproval,
  onSaved,
  onLeave,
  onDiscard,
}: EditDealFormProps) => {
  const { t, language } = useText()
  const id = useId()
  const form = useDealForm(draftKey, storedPhoto, savedDeal)
  const { draft, change } = form
  const [editedLanguage, setEditedLanguage] = useState(language)
  const category = useRef<HTMLDivElement>(null)
  const { submit, saving, progress, abort, errorOf, formError, isOutcomeUnknown, submitCount } = useDealSubmission({
    draftKey,
    form,
    savedDeal,
    onSaved,
    onTextTooLong: setEditedLanguage,
    onConflict: field => {
      if (field.startsWith('fr.') || field.startsWith('en.')) setEditedLanguage(field.startsWith('fr.') ? 'fr' : 'en')
      focusFirstConflict()
    },
  })
  useDraftSavedToast(() =>
    form.isTouched && !saving && !isAtCamera('deal') && dealDrafts(draftKey).load()
      ? {
          text: t('dealwriting.kept'),
          label: t('dealwriting.discard'),
          discard: () => deleteDealDraft(draftKey),
        }
      : null,
  )
  useTakenPhoto('deal', photo => void form.pickPhoto(photo))
  const categoryError = errorOf('categoryId')
  useEffect(() => {
    if (categoryError) category.current?.querySelector('input')?.focus()
  }, [categoryError, submitCount])
  // While a save is in progress, a differing saved value is the author's own change and no conflict.
  const fields = { form: saving ? { ...form, conflicts: [] } : form, errorOf, submitCount }
  return (
    <Main>
      <div className={columns.columns}>
        <div className={columns.form}>
          {form.restored && !isBackFromCamera && (
            <RestoredNotice text={t('dealwriting.restored')} label={t('dealwriting.discard')} onDiscard={onDiscard} />
          )}
          <DealStateNotice savedDeal={savedDeal} needsApproval={needsApproval} />
          {form.hasForeignChanges && !saving && (
            <Notice kind="calm" icon="info">
              {t('dealwriting.followed')}
            </Notice>
          )}
          {formError && (
            <Notice key={submitCount} kind="danger" icon="circle-alert" pinned>
              {formError}
              <br />
              {t(isOutcomeUnknown ? 'dealwriting.unanswered' : 'dealwriting.still')}
            </Notice>
          )}
          <Form id={id} onSubmit={submit} inert={saving}>
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
              <DealPhotoField {...fields} savedPhoto={savedDeal?.photo ?? null} language={editedLanguage} />
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
          </Form>
        </div>
        <DealPreview
          draft={draft}
          photo={form.photo}
          savedDeal={savedDeal}
          category={categories.find(({ _id }) => _id === draft.categoryId) ?? null}
          community={community}
        />
      </div>
      <SendActions
        formId={id}
        label={t('dealwriting.save')}
        isSending={saving}
        uploadProgress={progress}
        onStopSending={abort}
        onLeave={onLeave}
      />
    </Main>
  )
}

/** Tells the author above the form that the team has refused the deal or has to approve it. */
const DealStateNotice = ({ savedDeal, needsApproval }: { savedDeal: Deal | null; needsApproval: boolean }) => {
  const { t } = useText()
  const { state, refusal } = savedDeal?.keeping ?? {}
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
  if (state === 'waiting' || (!savedDeal && needsApproval))
    return (
      <Notice kind="calm" icon="info">
        {t('dealwriting.first')}
      </Notice>
    )
  return null
}
