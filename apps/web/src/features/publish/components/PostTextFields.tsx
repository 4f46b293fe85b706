import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import type { Language } from '@parvis/contract/language.ts'
import type { ReactNode } from 'react'
import { formLanguages } from '#web/kernel/text/form-languages.ts'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import typography from '#web/ui/typography.module.css'
import { languagesWithText, type PostDraft, type PostDraftTexts } from '../post-draft.ts'

/** The number of remaining characters is shown when it is lower than this value. */
const SHOW_REMAINING_BELOW = 300

export interface PostTextFieldsProps {
  draft: PostDraft
  language: Language
  /** The language whose texts are unchanged while those of the other language were edited. */
  unchangedLanguage: Language | null
  onLanguageChange: (language: Language) => void
  onTextsChange: (texts: Partial<PostDraftTexts>) => void
  errorOf: (field: string) => string | null
  submitCount: number
  /** The photo field, shown above the texts. */
  children: ReactNode
}

/** Text fields of a post in one language at a time; switching the language preserves the texts of the other one. */
export const PostTextFields = ({
  draft,
  language,
  unchangedLanguage: leftLanguage,
  onLanguageChange,
  onTextsChange,
  errorOf,
  submitCount,
  children,
}: PostTextFieldsProps) => {
  const { t } = useText()
  const { title, description } = draft[language]
  const written = languagesWithText(draft)
  const hasPhoto = draft.photo !== 'none'
  const remaining = MAX_TEXT_LENGTH - description.length
  return (
    <>
      <Segmented
        label={t('publish.language')}
        value={language}
        onChange={onLanguageChange}
        options={formLanguages.map(one => ({
          value: one,
          label: t(`common.language.${one}`),
          ...(written.includes(one) && { mark: t('publish.language.written') }),
        }))}
      />
      <p className={typography.meta} role="status">
        {t(leftLanguage ? `publish.language.left.${leftLanguage}` : 'publish.language.hint')}
      </p>
      {children}
      <Field
        label={
          <>
            {t('publish.heading')} <small>{t('publish.optional')}</small>
          </>
        }
        name="title"
        lang={language}
        maxLength={MAX_TITLE_LENGTH}
        autoComplete="off"
        value={title}
        onChange={value => onTextsChange({ title: value })}
        error={errorOf('title')}
        submitCount={submitCount}
      />
      <Field
        label={
          hasPhoto ? (
            <>
              {t('publish.text')} <small>{t('publish.text.optional')}</small>
            </>
          ) : (
            t('publish.text')
          )
        }
        name="description"
        lang={language}
        rows={4}
        maxLength={MAX_TEXT_LENGTH}
        hint={
          remaining >= 0 && remaining < SHOW_REMAINING_BELOW ? t('publish.text.left', { count: remaining }) : undefined
        }
        placeholder={t(hasPhoto ? 'publish.text.word' : 'publish.text.say')}
        value={description}
        onChange={value => onTextsChange({ description: value })}
        error={errorOf('description')}
        submitCount={submitCount}
      />
    </>
  )
}
