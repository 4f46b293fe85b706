import { textIn } from '@parvis/contract/language.ts'
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { isAborted } from '#web/kernel/http/aborted.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isAtCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { ActionBar } from '#web/ui/ActionBar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { preventEnterSubmit } from '#web/ui/prevent-enter-submit.ts'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useDraftSavedToast } from '#web/ui/use-draft-saved-toast.ts'
import { languageTooLong, validateTemplateDraft, type TemplateDraft } from '../template-draft.ts'
import { findTemplateDraft, saveTemplateDraft } from '../template-draft-store.ts'
import { useSaveTemplate } from '../template.mutations.ts'
import type { TemplateFormViewProps } from '../TemplateFormView.tsx'
import type { TileType } from '../template-tiles.ts'
import { useTemplateForm } from '../use-template-form.ts'
import { CategoryPicker } from './CategoryPicker.tsx'
import { ChoicesEditor } from './ChoicesEditor.tsx'
import { PictoPicker } from './PictoPicker.tsx'
import { PostAttach } from './PostAttach.tsx'
import { PostChannel } from './PostChannel.tsx'
import { PostPhoto } from './PostPhoto.tsx'
import { PostVideoLink } from './PostVideoLink.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { TemplateTextFields } from './TemplateTextFields.tsx'
import css from '#web/ui/form-columns.module.css'

export interface TemplateFormProps extends Omit<TemplateFormViewProps, 'id' | 'type' | 'categoryId' | 'back'> {
  owner: string
  start: TemplateDraft
  /** Whether the draft was restored from an earlier visit. */
  restored: boolean
  /** Saved version of the edited template; null for a new one. */
  stored: Template | null
  categories: readonly TemplateCategory[]
  onDiscard: () => void
}

const types = ['Activity', 'Proposal', 'Template'] as const satisfies TileType[]

export const TemplateForm = ({
  community,
  me,
  owner,
  start,
  restored,
  stored,
  categories,
  preview,
  onSaved,
  onLeave,
  onDiscard,
}: TemplateFormProps) => {
  const { t, language, explain } = useText()
  const id = useId()
  const form = useTemplateForm(owner, start)
  const { draft, change } = form
  const [textLanguage, setTextLanguage] = useState(language)
  const [saveError, setSaveError] = useState<{ error: unknown; field: string | undefined } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const attachGroup = useRef<HTMLDivElement>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  useDraftSavedToast(() =>
    form.isTouched && !saving && !isAtCamera('template') && findTemplateDraft(owner)
      ? {
          text: t('publish.draft.kept'),
          label: t('publish.draft.discard'),
          discard: () => saveTemplateDraft(owner, null),
        }
      : null,
  )
  useTakenPhoto('template', photo => void form.pick(photo))
  const showError = (error: unknown) => {
    setSaveError({ error, field: error instanceof ApiError ? error.field : undefined })
    setAttempt(before => before + 1)
  }
  const { save, saving, progress, stop } = useSaveTemplate({
    onSaved: template => {
      saveTemplateDraft(owner, null)
      showToast({ text: t(stored ? 'templates.form.changed' : 'templates.form.saved') })
      if (isMounted.current) onSaved(template)
    },
    onFailed: error => {
      if (!isMounted.current) showToast({ kind: 'error', text: t('templates.failed.left', { why: explain(error) }) })
      else if (isAborted(error)) showToast({ kind: 'info', text: t('publish.stopped') })
      else showError(error)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving || form.preparing) return
    const tooLong = languageTooLong(draft)
    if (tooLong) return setTextLanguage(tooLong)
    const invalid = validateTemplateDraft(draft)
    if (invalid) return showError(new ApiError(invalid.key, 400, { field: invalid.field }))
    setSaveError(null)
    // Marked before sending: the server may store the template even if this page is closed.
    change({ sent: draft.sent ?? 'same' })
    save({ draft, photo: form.photo, editedId: stored?._id })
  }
  const fields = ['name', 'description', 'youtubeVideoId', 'categoryId', 'category', 'channelId', 'files', 'photoUri']
  const isFixed =
    saveError?.error instanceof ApiError &&
    saveError.error.status === 400 &&
    saveError.field !== undefined &&
    validateTemplateDraft(draft)?.field !== saveError.field &&
    ['name', 'description', 'youtubeVideoId', 'categoryId', 'category'].includes(saveError.field)
  const errorOf = (...names: string[]) =>
    saveError?.field && names.includes(saveError.field) && !isFixed ? explain(saveError.error) : null
  const formError = saveError && !fields.includes(saveError.field ?? '') ? explain(saveError.error) : null
  const category = categories.find(({ _id }) => _id === draft.categoryId)
  const channels =
    categories.flatMap(({ templates }) => templates).find(({ type }) => type === draft.type)?.channels ?? []
  const removeAndFocus = (remove: () => void) => () => {
    remove()
    requestAnimationFrame(() => attachGroup.current?.focus())
  }
  const tile = {
    picto: draft.picto ?? draft.category?.picto ?? category?.picto ?? null,
    hue: draft.category?.hue ?? category?.bgColor ?? null,
  }
  return (
    <Main>
      <div className={css.columns}>
        <div className={css.form}>
          {restored && (
            <Notice
              kind="calm"
              icon="clock"
              action={
                <Button kind="quiet" size="s" onClick={onDiscard}>
                  {t('publish.draft.discard')}
                </Button>
              }
            >
              {t('templates.form.restored')}
            </Notice>
          )}
          {formError && (
            <Notice key={attempt} kind="danger" icon="circle-alert" pinned>
              {formError}
              <br />
              {t('publish.still')}
            </Notice>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of keys pressed in its lines */}
          <form id={id} onSubmit={submit} onKeyDown={preventEnterSubmit} noValidate inert={saving}>
            <Card className={css.block}>
              {!stored && (
                <FormSection title={t('templates.form.type')}>
                  <Segmented
                    label={t('templates.form.type')}
                    value={draft.type}
                    onChange={type => change({ type, channelId: null })}
                    options={types.map(value => ({ value, label: t(`templates.form.type.${value}`) }))}
                  />
                </FormSection>
              )}
              <CategoryPicker
                draft={draft}
                categories={categories}
                change={change}
                error={errorOf('categoryId')}
                nameError={errorOf('category')}
                attempt={attempt}
              />
              <TemplateTextFields
                draft={draft}
                language={textLanguage}
                onLanguage={setTextLanguage}
                onWrite={words => form.write(textLanguage, words)}
                errorOf={errorOf}
                attempt={attempt}
              />
              <FormSection
                title={t('templates.form.media')}
                note={t('templates.optional')}
                error={errorOf('files', 'photoUri')}
              >
                {draft.photo !== 'none' && (
                  <PostPhoto
                    form={form}
                    stored={stored?.photo ?? null}
                    language={textLanguage}
                    onRemove={removeAndFocus(form.removePhoto)}
                  />
                )}
                {draft.link !== null && (
                  <PostVideoLink
                    link={draft.link}
                    onLink={link => change({ link })}
                    onRemove={removeAndFocus(() => change({ link: null }))}
                    error={errorOf('youtubeVideoId')}
                    attempt={attempt}
                  />
                )}
                <PostAttach form={form} from="template" error={null} group={attachGroup} />
              </FormSection>
              <ChoicesEditor draft={draft} language={textLanguage} change={change} />
              <PictoPicker
                categories={categories}
                value={tile.picto}
                hue={tile.hue}
                onChange={picto => change({ picto })}
              />
              {channels.length > 1 && (
                <FormSection title={t('templates.form.channel')} error={errorOf('channelId')}>
                  <PostChannel
                    community={{ ...community, channels }}
                    value={draft.channelId}
                    onChange={channelId => change({ channelId })}
                    error={null}
                  />
                </FormSection>
              )}
            </Card>
          </form>
        </div>
        <TemplatePreview
          draft={draft}
          tile={tile}
          me={me}
          photo={stored?.photo ?? null}
          categoryName={category ? textIn(language, category, 'name') : null}
          preview={preview}
        />
      </div>
      <ActionBar>
        {saving && progress !== null && (
          <Progress
            label={t('publish.sending')}
            value={progress}
            valueText={t('publish.sending.figure', { percent: Math.round(progress * 100) })}
          />
        )}
        {saving ? (
          <Button onClick={stop}>{t('publish.stop')}</Button>
        ) : (
          <Button onClick={onLeave}>{t('publish.cancel')}</Button>
        )}
        <Button type="submit" form={id} kind="primary" busy={saving}>
          {t('publish.save')}
        </Button>
      </ActionBar>
    </Main>
  )
}
