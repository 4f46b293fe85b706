import type { Language } from '@parvis/contract/language.ts'
import type { Template, TemplateCategory } from '@parvis/contract/templates.ts'
import type { RefObject } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { FormSection } from '#web/ui/FormSection.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import type { FormSubmission } from '#web/ui/use-form-submission.ts'
import type { useTemplateForm } from '../use-template-form.ts'
import { tileTypes } from '../kinds.ts'
import { CategoryPicker } from './CategoryPicker.tsx'
import { ChoicesEditor } from './ChoicesEditor.tsx'
import { PictoPicker } from './PictoPicker.tsx'
import { PostAttach } from './PostAttach.tsx'
import { PostChannel } from './PostChannel.tsx'
import { PostPhoto } from './PostPhoto.tsx'
import { PostVideoLink } from './PostVideoLink.tsx'
import type { TemplatePreviewProps } from './TemplatePreview.tsx'
import { TemplateTextFields } from './TemplateTextFields.tsx'
import type { Community } from '@parvis/contract/community.ts'

export interface TemplateFieldsProps extends Pick<FormSubmission, 'submitCount' | 'errorOf'> {
  community: Pick<Community, '_id' | 'customUri' | 'name' | 'communitytype' | 'membersCount' | 'timezone'>
  form: ReturnType<typeof useTemplateForm>
  savedTemplate: Template | null
  categories: readonly TemplateCategory[]
  tile: TemplatePreviewProps['tile']
  language: Language
  onLanguageChange: (language: Language) => void
  attachGroupRef: RefObject<HTMLDivElement | null>
}

/** The fields of the template form. */
export const TemplateFields = (props: TemplateFieldsProps) => {
  const {
    community,
    form,
    savedTemplate,
    categories,
    tile,
    language,
    onLanguageChange,
    submitCount,
    errorOf,
    attachGroupRef,
  } = props
  const { t } = useText()
  const { draft, change } = form
  const channels =
    categories.flatMap(({ templates }) => templates).find(({ type }) => type === draft.type)?.channels ?? []
  const removeAndFocus = (remove: () => void) => () => {
    remove()
    requestAnimationFrame(() => attachGroupRef.current?.focus())
  }
  return (
    <>
      {!savedTemplate && (
        <FormSection title={t('templates.form.type')}>
          <Segmented
            label={t('templates.form.type')}
            value={draft.type}
            onChange={type => change({ type, channelId: null })}
            options={tileTypes.map(value => ({ value, label: t(`templates.form.type.${value}`) }))}
          />
        </FormSection>
      )}
      <CategoryPicker
        draft={draft}
        categories={categories}
        onDraftChange={change}
        error={errorOf('categoryId')}
        nameError={errorOf('category')}
        submitCount={submitCount}
      />
      <TemplateTextFields
        draft={draft}
        language={language}
        onLanguageChange={onLanguageChange}
        onTextsChange={words => form.write(language, words)}
        errorOf={errorOf}
        submitCount={submitCount}
      />
      <FormSection
        title={t('templates.form.media')}
        note={t('templates.optional')}
        error={errorOf('files', 'photoUri')}
      >
        {draft.photo !== 'none' && (
          <PostPhoto
            form={form}
            savedPhoto={savedTemplate?.photo ?? null}
            language={language}
            onRemove={removeAndFocus(form.removePhoto)}
          />
        )}
        {draft.link !== null && (
          <PostVideoLink
            link={draft.link}
            onLinkChange={link => change({ link })}
            onRemove={removeAndFocus(() => change({ link: null }))}
            error={errorOf('youtubeVideoId')}
            submitCount={submitCount}
          />
        )}
        <PostAttach form={form} from="template" error={null} groupRef={attachGroupRef} />
      </FormSection>
      <ChoicesEditor draft={draft} language={language} onDraftChange={change} />
      <PictoPicker categories={categories} value={tile.picto} hue={tile.hue} onChange={picto => change({ picto })} />
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
    </>
  )
}
