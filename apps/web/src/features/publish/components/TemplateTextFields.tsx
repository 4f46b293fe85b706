import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { MAX_TEMPLATE_NAME_LENGTH } from '@parvis/contract/templates.ts'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import typography from '#web/ui/typography.module.css'
import { type TemplateDraft, type TemplateDraftTexts, TEMPLATE_TEXT_COUNT, countTexts } from '../template-draft.ts'
import { FormSection } from '#web/ui/FormSection.tsx'

export interface TemplateTextFieldsProps {
  draft: TemplateDraft
  language: Language
  onLanguageChange: (language: Language) => void
  onTextsChange: (texts: Partial<TemplateDraftTexts>) => void
  errorOf: (...fields: string[]) => string | null
  submitCount: number
}

/** Text fields of a template in one language at a time; each tab shows how many texts are filled in. */
export const TemplateTextFields = ({
  draft,
  language,
  onLanguageChange,
  onTextsChange,
  errorOf,
  submitCount,
}: TemplateTextFieldsProps) => {
  const { t } = useText()
  const texts = draft[language]
  const labelOf = (one: Language) => {
    const written = countTexts(draft[one])
    const name = t(`common.language.${one}`)
    return written > 0 && written < TEMPLATE_TEXT_COUNT
      ? t('templates.form.written', { language: name, written, all: TEMPLATE_TEXT_COUNT })
      : name
  }
  const optional = (label: string) => (
    <>
      {label} <small>{t('publish.optional')}</small>
    </>
  )
  const field = { lang: language, autoComplete: 'off', submitCount } as const
  return (
    <FormSection title={t('templates.form.words')}>
      <Segmented
        label={t('publish.language')}
        value={language}
        onChange={onLanguageChange}
        options={formLanguages.map(one => ({
          value: one,
          label: labelOf(one),
          ...(countTexts(draft[one]) === TEMPLATE_TEXT_COUNT && { mark: t('publish.language.written') }),
        }))}
      />
      <Field
        {...field}
        label={t('templates.form.name')}
        name="name"
        maxLength={MAX_TEMPLATE_NAME_LENGTH}
        value={texts.name}
        onChange={name => onTextsChange({ name })}
        error={errorOf('name')}
      />
      <Field
        {...field}
        label={optional(t('templates.form.heading'))}
        name="title"
        maxLength={MAX_TITLE_LENGTH}
        value={texts.title}
        onChange={title => onTextsChange({ title })}
      />
      <Field
        {...field}
        label={draft.photo === 'none' ? t('publish.text') : optional(t('publish.text'))}
        name="description"
        rows={3}
        maxLength={MAX_TEXT_LENGTH}
        value={texts.description}
        onChange={description => onTextsChange({ description })}
        error={errorOf('description')}
      />
      <Field
        {...field}
        label={optional(t('publish.after'))}
        name="postDescription"
        rows={2}
        maxLength={MAX_TEXT_LENGTH}
        value={texts.after}
        onChange={after => onTextsChange({ after })}
      />
      <p className={typography.meta}>{t('templates.form.other')}</p>
    </FormSection>
  )
}
