import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Language } from '@parvis/contract/language.ts'

type Texts = (key: string, values?: Record<string, string | number>) => string

const folder = join(import.meta.dirname, '../locales')

const read = (language: Language): [key: string, text: string][] =>
  readdirSync(join(folder, language)).flatMap(file =>
    Object.entries(JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>).map(
      ([key, text]): [string, string] => [`${basename(file, '.json')}.${key}`, text],
    ),
  )

const load = (language: Language): Texts => {
  const messages = Object.fromEntries(read(language).map(([key, text]) => [key, compileMessageOrThrow(text)]))
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  return (key, values) => {
    if (!(key in messages)) throw new Error(`There is no text ${key} in ${language}.`)
    return i18n._(key, values)
  }
}

const loaded = new Map<Language, Texts>()

/**
 * Returns the translation function of a language for texts of mails and posts: ICU messages of `locales/<language>/`,
 * prefixed with their file name and loaded at the first use.
 */
export const textsIn = (language: Language): Texts => {
  const texts = loaded.get(language) ?? load(language)
  loaded.set(language, texts)
  return texts
}
