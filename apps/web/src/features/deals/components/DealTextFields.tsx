import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { MAX_DEAL_LINE_LENGTH } from '@parvis/contract/deal-fields.ts'
import type { ReactNode } from 'react'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import { FormSection } from '#web/ui/FormSection.tsx'
import typography from '#web/ui/typography.module.css'
import { REQUIRED_TEXT_COUNT, countRequiredTexts } from '../deal-draft.ts'
import { DealField, type DealFieldsProps } from './DealField.tsx'

export interface LanguageProps {
  language: Language
  onLanguage: (language: Language) => void
}

export const OptionalLabel = ({ children }: { children: ReactNode }) => {
  const { t } = useText()
  return (
    <>
      {children} <small>{t('dealwriting.optional')}</small>
    </>
  )
}

/** Texts of a deal, one language at a time; the tabs show whether the required texts of each language are filled in. */
export const DealTextFields = ({ language, onLanguage, ...fields }: DealFieldsProps & LanguageProps) => {
  const { t } = useText()
  const { draft } = fields.form
  const field = { lang: language, autoComplete: 'off' } as const
  return (
    <FormSection title={t('dealwriting.words')}>
      <Segmented
        label={t('dealwriting.language')}
        value={language}
        onChange={onLanguage}
        options={formLanguages.map(one => {
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
      <DealField
        fields={fields}
        {...field}
        label={t('dealwriting.heading')}
        field={`${language}.title`}
        maxLength={MAX_TITLE_LENGTH}
      />
      <DealField
        fields={fields}
        {...field}
        label={<OptionalLabel>{t('dealwriting.promotion')}</OptionalLabel>}
        field={`${language}.promotion`}
        maxLength={MAX_DEAL_LINE_LENGTH}
        hint={t('dealwriting.promotion.hint')}
      />
      <DealField
        fields={fields}
        {...field}
        label={draft.photo === 'none' ? t('dealwriting.text') : <OptionalLabel>{t('dealwriting.text')}</OptionalLabel>}
        field={`${language}.description`}
        rows={4}
        maxLength={MAX_TEXT_LENGTH}
      />
      <DealField
        fields={fields}
        {...field}
        label={<OptionalLabel>{t('dealwriting.price')}</OptionalLabel>}
        field={`${language}.price`}
        maxLength={MAX_DEAL_LINE_LENGTH}
      />
      <DealField
        fields={fields}
        {...field}
        label={<OptionalLabel>{t('dealwriting.opening')}</OptionalLabel>}
        field={`${language}.opening`}
        name="openingTime"
        maxLength={MAX_DEAL_LINE_LENGTH}
      />
      <p className={typography.meta}>{t('dealwriting.other')}</p>
    </FormSection>
  )
}
