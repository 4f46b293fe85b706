import type { Language } from '@parvis/contract/language.ts'
import { readTexts } from '../../apps/web/build/messages.ts'

const texts = { en: readTexts('en'), fr: readTexts('fr') }

/** Returns the translation function of a language. It fills only plain `{name}` parameters. */
export const translator =
  (language: Language) =>
  (key: string, params: Record<string, string | number> = {}): string => {
    const text = texts[language][key]
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}.`)
    const filled = text.replace(/\{(\w+)\}/g, (all, name: string) => (name in params ? String(params[name]) : all))
    if (/\{\w+(?:,|\})/.test(filled)) throw new Error(`The text ${key} needs more than names: ${filled}`)
    return filled
  }

export type Translate = ReturnType<typeof translator>
