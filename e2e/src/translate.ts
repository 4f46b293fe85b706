import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Language } from '@parvis/contract/language.ts'
import { textKey } from '../../apps/web/build/messages.ts'

const folder = join(import.meta.dirname, '../../apps/web/src/locales')

const readTexts = (language: Language) =>
  new Map(
    readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.json'))
      .flatMap(file =>
        Object.entries(JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>).map(
          ([key, text]): [string, string] => [textKey(basename(file, '.json'), key), text],
        ),
      ),
  )

const texts = { en: readTexts('en'), fr: readTexts('fr') }

/** Returns the translation function of a language. It fills only plain `{name}` parameters. */
export const translator =
  (language: Language) =>
  (key: string, params: Record<string, string | number> = {}): string => {
    const text = texts[language].get(key)
    if (text === undefined) throw new Error(`There is no text ${key} in ${language}.`)
    const filled = text.replace(/\{(\w+)\}/g, (all, name: string) => (name in params ? String(params[name]) : all))
    if (/\{\w+(?:,|\})/.test(filled)) throw new Error(`The text ${key} needs more than names: ${filled}`)
    return filled
  }

export type Translate = ReturnType<typeof translator>
