import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from '@parvis/contract/language.ts'
import { memoize } from './memoize.ts'

const folder = join(import.meta.dirname, '../locales')

const readMessages = (language: Language): [key: string, text: string][] =>
  readdirSync(join(folder, language)).flatMap(file =>
    Object.entries(JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>),
  )

const createTranslator = (language: Language): ((key: string, values?: Record<string, string | number>) => string) => {
  const messages = Object.fromEntries(readMessages(language).map(([key, text]) => [key, compileMessageOrThrow(text)]))
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  return (key, values) => {
    if (!(key in messages)) throw new Error(`There is no text ${key} in ${language}.`)
    return i18n._(key, values)
  }
}

/** Returns the translate function for the ICU messages of `locales/<language>/`. */
export const translatorFor = memoize(createTranslator)
