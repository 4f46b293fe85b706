import type { Language } from '@parvis/contract/language.ts'
import { MAX_TEXT_LENGTH, MAX_TITLE_LENGTH } from '@parvis/contract/publish.ts'
import { MAX_DEAL_LINE_LENGTH } from '@parvis/contract/write-deals.ts'
import type { ReactNode } from 'react'
import { useText } from '#web/kernel/text/i18n.ts'
import { Field } from '#web/ui/Field.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { Setting } from '#web/ui/Setting.tsx'
import typography from '#web/ui/typography.module.css'
import { WORDS_OF_DEAL, wordsWritten } from '../deal-draft.ts'
import type { DealForm } from '../use-deal-form.ts'

/** Props of each part of the form. */
export interface DealFields {
  form: DealForm
  errorOf: (...fields: string[]) => string | null
  attempt: number
}

export interface InLanguage {
  language: Language
  onLanguage: (language: Language) => void
}

/** French first, as in the printed papers of the communities. */
const order = ['fr', 'en'] as const satisfies Language[]

export const Optional = ({ children }: { children: ReactNode }) => {
  const { t } = useText()
  return (
    <>
      {children} <small>{t('dealwriting.optional')}</small>
    </>
  )
}

/** The texts of a deal, one language at a time; each tab says how complete its language is. */
export const DealWordsFields = ({ form, errorOf, attempt, language, onLanguage }: DealFields & InLanguage) => {
  const { t } = useText()
  const { draft } = form
  const words = draft[language]
  const field = { lang: language, autoComplete: 'off', attempt } as const
  return (
    <Setting title={t('dealwriting.words')}>
      <Segmented
        label={t('dealwriting.language')}
        value={language}
        onChange={onLanguage}
        options={order.map(one => {
          const written = wordsWritten(draft[one])
          const name = t(`common.language.${one}`)
          return {
            value: one,
            label:
              written > 0 && written < WORDS_OF_DEAL
                ? t('dealwriting.written', { language: name, written, all: WORDS_OF_DEAL })
                : name,
            ...(written === WORDS_OF_DEAL && { mark: t('dealwriting.language.written') }),
          }
        })}
      />
      <Field
        {...field}
        label={t('dealwriting.heading')}
        name="title"
        maxLength={MAX_TITLE_LENGTH}
        value={words.title}
        onChange={title => form.write(language, { title })}
        error={errorOf('title')}
      />
      <Field
        {...field}
        label={<Optional>{t('dealwriting.promotion')}</Optional>}
        name="promotion"
        maxLength={MAX_DEAL_LINE_LENGTH}
        hint={t('dealwriting.promotion.hint')}
        value={words.promotion}
        onChange={promotion => form.write(language, { promotion })}
      />
      <Field
        {...field}
        label={draft.photo === 'none' ? t('dealwriting.text') : <Optional>{t('dealwriting.text')}</Optional>}
        name="description"
        rows={4}
        maxLength={MAX_TEXT_LENGTH}
        value={words.description}
        onChange={description => form.write(language, { description })}
        error={errorOf('description')}
      />
      <Field
        {...field}
        label={<Optional>{t('dealwriting.price')}</Optional>}
        name="price"
        maxLength={MAX_DEAL_LINE_LENGTH}
        value={words.price}
        onChange={price => form.write(language, { price })}
      />
      <Field
        {...field}
        label={<Optional>{t('dealwriting.opening')}</Optional>}
        name="openingTime"
        maxLength={MAX_DEAL_LINE_LENGTH}
        value={words.opening}
        onChange={opening => form.write(language, { opening })}
      />
      <p className={typography.meta}>{t('dealwriting.other')}</p>
    </Setting>
  )
}
