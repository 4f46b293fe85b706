import { textIn } from '@parvis/contract/language.ts'
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { isTakenBack } from '#web/kernel/http/taken-back.ts'
import { ApiError } from '#web/kernel/http/api.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { isAtCamera, useTakenPhoto } from '#web/kernel/picture/taken-photo.ts'
import { Acts } from '#web/ui/Acts.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { holdEnter } from '#web/ui/hold-enter.ts'
import { Main } from '#web/ui/Main.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { showToast } from '#web/ui/toasts.ts'
import { useSayKept } from '#web/ui/use-say-kept.ts'
import { languageTooLong, templateBreak, type TemplateDraft } from '../template-draft.ts'
import { findTemplateDraft, keepTemplateDraft } from '../template-draft-store.ts'
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
import { Setting } from '#web/ui/Setting.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { TemplateWordsFields } from './TemplateWordsFields.tsx'
import css from '#web/ui/form-columns.module.css'

export interface TemplateFormProps extends Omit<TemplateFormViewProps, 'id' | 'type' | 'categoryId' | 'back'> {
  owner: string
  start: TemplateDraft
  /** The draft comes from an earlier visit. */
  restored: boolean
  /** The template that is edited. */
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
  const [writing, setWriting] = useState(language)
  const [trouble, setTrouble] = useState<{ error: unknown; field: string | undefined } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const attach = useRef<HTMLDivElement>(null)
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  useSayKept(() =>
    form.touched && !saving && !isAtCamera('template') && findTemplateDraft(owner)
      ? {
          text: t('publish.draft.kept'),
          label: t('publish.draft.discard'),
          discard: () => keepTemplateDraft(owner, null),
        }
      : null,
  )
  useTakenPhoto('template', photo => void form.pick(photo))
  const stumble = (error: unknown) => {
    setTrouble({ error, field: error instanceof ApiError ? error.field : undefined })
    setAttempt(before => before + 1)
  }
  const { save, saving, progress, stop } = useSaveTemplate({
    onSaved: template => {
      keepTemplateDraft(owner, null)
      showToast({ text: t(stored ? 'templates.form.changed' : 'templates.form.saved') })
      if (here.current) onSaved(template)
    },
    onFailed: error => {
      if (!here.current) showToast({ kind: 'error', text: t('templates.failed.left', { why: explain(error) }) })
      else if (isTakenBack(error)) showToast({ kind: 'info', text: t('publish.stopped') })
      else stumble(error)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (saving || form.preparing) return
    const tooLong = languageTooLong(draft)
    if (tooLong) return setWriting(tooLong)
    const broken = templateBreak(draft)
    if (broken) return stumble(new ApiError(broken.key, 400, { field: broken.field }))
    setTrouble(null)
    // From here on the template may have arrived, even if this page is closed.
    change({ sent: draft.sent ?? 'same' })
    save({ draft, photo: form.photo, editedId: stored?._id })
  }
  const fields = ['name', 'description', 'youtubeVideoId', 'categoryId', 'category', 'channelId', 'files', 'photoUri']
  const mended =
    trouble?.error instanceof ApiError &&
    trouble.error.status === 400 &&
    trouble.field !== undefined &&
    templateBreak(draft)?.field !== trouble.field &&
    ['name', 'description', 'youtubeVideoId', 'categoryId', 'category'].includes(trouble.field)
  const errorOf = (...names: string[]) =>
    trouble?.field && names.includes(trouble.field) && !mended ? explain(trouble.error) : null
  const formError = trouble && !fields.includes(trouble.field ?? '') ? explain(trouble.error) : null
  const category = categories.find(({ _id }) => _id === draft.categoryId)
  const channels =
    categories.flatMap(({ templates }) => templates).find(({ type }) => type === draft.type)?.channels ?? []
  const takeAway = (remove: () => void) => () => {
    remove()
    requestAnimationFrame(() => attach.current?.focus())
  }
  const look = {
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
          <form id={id} onSubmit={submit} onKeyDown={holdEnter} noValidate inert={saving}>
            <Card className={css.block}>
              {!stored && (
                <Setting title={t('templates.form.type')}>
                  <Segmented
                    label={t('templates.form.type')}
                    value={draft.type}
                    onChange={type => change({ type, channelId: null })}
                    options={types.map(value => ({ value, label: t(`templates.form.type.${value}`) }))}
                  />
                </Setting>
              )}
              <CategoryPicker
                draft={draft}
                categories={categories}
                change={change}
                error={errorOf('categoryId')}
                nameError={errorOf('category')}
                attempt={attempt}
              />
              <TemplateWordsFields
                draft={draft}
                language={writing}
                onLanguage={setWriting}
                onWrite={words => form.write(writing, words)}
                errorOf={errorOf}
                attempt={attempt}
              />
              <Setting
                title={t('templates.form.media')}
                note={t('templates.optional')}
                error={errorOf('files', 'photoUri')}
              >
                {draft.photo !== 'none' && (
                  <PostPhoto
                    form={form}
                    stored={stored?.photo ?? null}
                    language={writing}
                    onRemove={takeAway(form.removePhoto)}
                  />
                )}
                {draft.link !== null && (
                  <PostVideoLink
                    link={draft.link}
                    onLink={link => change({ link })}
                    onRemove={takeAway(() => change({ link: null }))}
                    error={errorOf('youtubeVideoId')}
                    attempt={attempt}
                  />
                )}
                <PostAttach form={form} from="template" error={null} group={attach} />
              </Setting>
              <ChoicesEditor draft={draft} language={writing} change={change} />
              <PictoPicker
                categories={categories}
                value={look.picto}
                hue={look.hue}
                onChange={picto => change({ picto })}
              />
              {channels.length > 1 && (
                <Setting title={t('templates.form.channel')} error={errorOf('channelId')}>
                  <PostChannel
                    community={{ ...community, channels }}
                    value={draft.channelId}
                    onChange={channelId => change({ channelId })}
                    error={null}
                  />
                </Setting>
              )}
            </Card>
          </form>
        </div>
        <TemplatePreview
          draft={draft}
          look={look}
          me={me}
          photo={stored?.photo ?? null}
          categoryName={category ? textIn(language, category, 'name') : null}
          preview={preview}
        />
      </div>
      <Acts>
        {saving && progress !== null && (
          <Progress
            label={t('publish.sending')}
            value={progress}
            figure={t('publish.sending.figure', { percent: Math.round(progress * 100) })}
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
      </Acts>
    </Main>
  )
}
