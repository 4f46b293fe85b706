import { textIn } from '@parvis/contract/language.ts'
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'
import { useId, useRef, useState, type ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { Card } from '#web/ui/Card.tsx'
import { preventEnterSubmit } from '#web/ui/prevent-enter-submit.ts'
import { Main } from '#web/ui/Main.tsx'
import { SendActions } from '#web/ui/SendActions.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RestoredNotice } from '#web/ui/RestoredNotice.tsx'
import { useFormSubmission } from '#web/ui/use-form-submission.ts'
import { languageTooLong, validateTemplateDraft, type TemplateDraft } from '../template-draft.ts'
import { useTemplateSaving } from '../use-template-saving.ts'
import { useTemplateForm } from '../use-template-form.ts'
import { TemplateFields } from './TemplateFields.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import css from '#web/ui/form-columns.module.css'
import { Form } from '#web/ui/Form.tsx'
import type { Community } from '@parvis/contract/community.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import type { SessionUser } from '@parvis/contract/session.ts'

export interface TemplateFormProps {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'timezone'>
  me: SessionUser
  renderPreview: (post: FeedPost) => ReactNode
  onSaved: (template: Template) => void
  onLeave: () => void
  draftOwner: string
  /** Content of the form before the author types. */
  initialDraft: TemplateDraft
  /** Whether the author returns from the camera screen; the draft is then not announced as restored. */
  returnedFromCamera: boolean
  /** Saved version of the edited template; null for a new one. */
  savedTemplate: Template | null
  categories: readonly TemplateCategory[]
  onDiscard: () => void
}

/** Fields that show their own errors. */
const shownFields = [
  'name',
  'description',
  'youtubeVideoId',
  'categoryId',
  'category',
  'channelId',
  'files',
  'photoUri',
]

export const TemplateForm = ({
  community,
  me,
  draftOwner,
  initialDraft,
  returnedFromCamera,
  savedTemplate,
  categories,
  renderPreview,
  onSaved,
  onLeave,
  onDiscard,
}: TemplateFormProps) => {
  const { t, language } = useText()
  const id = useId()
  const form = useTemplateForm(draftOwner, initialDraft)
  const { draft, change } = form
  const [textLanguage, setTextLanguage] = useState(language)
  const submission = useFormSubmission(shownFields, { findViolations: () => [validateTemplateDraft(draft)] })
  const attachGroup = useRef<HTMLDivElement>(null)
  const {
    mutate: save,
    isPending: isSaving,
    progress,
    abort,
  } = useTemplateSaving({
    draftOwner,
    isTouched: form.isTouched,
    isEdited: savedTemplate !== null,
    onSaved,
    onError: submission.showFailure,
  })
  useTakenPhoto('template', photo => void form.pickPhoto(photo))
  const submit = submission.submitHandler({
    isBusy: isSaving || form.isPreparing,
    findTooLong: () => languageTooLong(draft),
    onTextTooLong: setTextLanguage,
    send: () => {
      // The draft is marked as sent before the request: the server may store it even if this page is closed.
      change({ sent: draft.sent ?? 'same' })
      save({ draft, photo: form.photo, editedId: savedTemplate?._id })
    },
  })
  const category = categories.find(({ _id }) => _id === draft.categoryId)
  const tile = {
    picto: draft.picto ?? draft.category?.picto ?? category?.picto ?? null,
    hue: draft.category?.hue ?? category?.bgColor ?? null,
  }
  return (
    <Main>
      <div className={css.columns}>
        <div className={css.form}>
          {form.restored && !returnedFromCamera && (
            <RestoredNotice
              text={t('templates.form.restored')}
              label={t('publish.draft.discard')}
              onDiscard={onDiscard}
            />
          )}
          {submission.formError && (
            <Notice key={submission.submitCount} kind="danger" icon="circle-alert" pinned>
              {submission.formError}
              <br />
              {t('publish.still')}
            </Notice>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
          <Form id={id} onSubmit={submit} onKeyDown={preventEnterSubmit} inert={isSaving}>
            <Card className={css.block}>
              <TemplateFields
                community={community}
                form={form}
                savedTemplate={savedTemplate}
                categories={categories}
                tile={tile}
                language={textLanguage}
                onLanguageChange={setTextLanguage}
                submitCount={submission.submitCount}
                errorOf={submission.errorOf}
                attachGroupRef={attachGroup}
              />
            </Card>
          </Form>
        </div>
        <TemplatePreview
          draft={draft}
          tile={tile}
          me={me}
          photo={savedTemplate?.photo ?? null}
          categoryName={category ? textIn(language, category, 'name') : null}
          renderPreview={renderPreview}
        />
      </div>
      <SendActions
        formId={id}
        label={t('publish.save')}
        isSending={isSaving}
        uploadProgress={progress}
        onStopSending={abort}
        onLeave={onLeave}
      />
    </Main>
  )
}
