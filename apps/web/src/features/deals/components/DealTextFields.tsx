import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { MAX_DEAL_LINE_LENGTH } from '@parvis/contract/deal-fields.ts'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import typography from '#web/ui/typography.module.css'
import { REQUIRED_TEXT_COUNT, countRequiredTexts } from '../deal-draft.ts'
import type { DealForm } from '../use-deal-form.ts'

/** Props of each section of the deal form. */
export interface DealFieldsProps {
  form: DealForm
  errorOf: (...fields: string[]) => string | null
  submitCount: number
}

export interface LanguageProps {
  language: Language
  onLanguage: (language: Language) => void
}

/** French comes first, as in the printed documents of the communities. */
const languageOrder = ['fr', 'en'] as const satisfies Language[]

export const OptionalLabel = ({ children }: { children: ReactNode }) => {
  const { t } = useText()
  return (
    <>
      {children} <small>{t('dealwriting.optional')}</small>
    </>
  )
}

/** Texts of a deal, one language at a time; the tabs show whether the required texts of each language are filled in. */
export const DealTextFields = ({
  form,
  errorOf,
  submitCount,
  language,
  onLanguage,
}: DealFieldsProps & LanguageProps) => {
  const { t } = useText()
  const { draft } = form
  const texts = draft[language]
  const field = { lang: language, autoComplete: 'off', submitCount } as const
  return (
    <FormSection title={t('dealwriting.words')}>
      <Segmented
        label={t('dealwriting.language')}
        value={language}
        onChange={onLanguage}
        options={languageOrder.map(one => {
          const written = countRequiredTexts(draft[one])
          const name = t(`common.language.${one}`)
          return {
            value: one,
            label:
              written > 0 && written < REQUIRED_TEXT_COUNT
                ? t('dealwriting.written', { language: name, written, all: REQUIRED_TEXT_COUNT })
                : name,
            ...(written === REQUIRED_TEXT_COUNT && { mark: t('dealwriting.language.written') }),
          }
        })}
      />
      <Field
        {...field}
        label={t('dealwriting.heading')}
        name="title"
        maxLength={MAX_TITLE_LENGTH}
        value={texts.title}
        onChange={title => form.changeTexts(language, { title })}
        error={errorOf('title')}
      />
      <Field
        {...field}
        label={<OptionalLabel>{t('dealwriting.promotion')}</OptionalLabel>}
        name="promotion"
        maxLength={MAX_DEAL_LINE_LENGTH}
        hint={t('dealwriting.promotion.hint')}
        value={texts.promotion}
        onChange={promotion => form.changeTexts(language, { promotion })}
      />
      <Field
        {...field}
        label={draft.photo === 'none' ? t('dealwriting.text') : <OptionalLabel>{t('dealwriting.text')}</OptionalLabel>}
        name="description"
        rows={4}
        maxLength={MAX_TEXT_LENGTH}
        value={texts.description}
        onChange={description => form.changeTexts(language, { description })}
        error={errorOf('description')}
      />
      <Field
        {...field}
        label={<OptionalLabel>{t('dealwriting.price')}</OptionalLabel>}
        name="price"
        maxLength={MAX_DEAL_LINE_LENGTH}
        value={texts.price}
        onChange={price => form.changeTexts(language, { price })}
      />
      <Field
        {...field}
        label={<OptionalLabel>{t('dealwriting.opening')}</OptionalLabel>}
        name="openingTime"
        maxLength={MAX_DEAL_LINE_LENGTH}
        value={texts.opening}
        onChange={opening => form.changeTexts(language, { opening })}
      />
      <p className={typography.meta}>{t('dealwriting.other')}</p>
    </FormSection>
  )
}
