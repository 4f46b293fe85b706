import { setupI18n, type Messages } from '@lingui/core'
import type { Language } from '@parvis/contract/language.ts'
import type { Translate } from './i18n.ts'

const files = import.meta.glob<Messages>('../../locales/*/print.json', { eager: true, import: 'default' })

const translatorFor = (language: Language): Translate => {
  const messages = files[`../../locales/${language}/print.json`]!
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  return (key, params) => i18n._(key, params)
}

/** Translators for printed documents, which contain both languages as their readers' language is unknown. */
export const printTranslators = { en: translatorFor('en'), fr: translatorFor('fr') } satisfies Record<
  Language,
  Translate
>
