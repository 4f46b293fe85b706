import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import type { Language } from '../../../packages/contract/src/language.ts'

const locales = join(import.meta.dirname, '../src/locales')
/** The terms of use are in the contract package, because the server prints them too. */
const terms = join(import.meta.dirname, '../../../packages/contract/src/terms')
const localeFile = /\/(?:locales\/[a-z]{2}\/(?:frame\/)?[a-z-]+|contract\/src\/terms\/[a-z]{2})\.json$/
export const textTypesFile = join(locales, 'texts.gen.ts')

/** The text files of a language by feature, sorted; every screen needs the files of the folder frame/. */
export const textFiles = (language: Language): Map<string, string> =>
  new Map(
    readdirSync(join(locales, language), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.json'))
      .map((file): [string, string] => [basename(file, '.json'), join(locales, language, file)])
      .concat([['terms', join(terms, `${language}.json`)]])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const featureOf = (file: string) => (basename(dirname(file)) === 'terms' ? 'terms' : basename(file, '.json'))

/** The full key of a text: the prefix is its feature, except for error texts. */
export const textKey = (feature: string, key: string): string => (key.startsWith('errors.') ? key : `${feature}.${key}`)

/** Compiles ICU messages, so that no parser is needed at runtime. Returns the compiled messages by full text key. */
export const compileTexts = (feature: string, texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [textKey(feature, key), compileMessageOrThrow(text)]))

export const generateTextTypes = (): string => {
  const files = textFiles('en')
  const features = [...files.keys()]
  return [
    '// Made from the folder en/ by build/messages.ts whenever Vite starts.',
    ...[...files].map(([feature, file]) => {
      const path = relative(locales, file).replaceAll(sep, '/')
      return `import type ${feature} from '${path.startsWith('.') ? path : `./${path}`}'`
    }),
    '',
    'export interface Texts {',
    ...features.map(feature => `  ${feature}: typeof ${feature}`),
    '}',
    '',
  ].join('\n')
}

export const messages = (): Plugin => ({
  name: 'parvis:messages',
  enforce: 'pre',
  buildStart() {
    const types = generateTextTypes()
    if (readFileSync(textTypesFile, 'utf8') !== types) writeFileSync(textTypesFile, types)
  },
  transform: {
    filter: { id: localeFile },
    handler(source, id) {
      try {
        return { code: JSON.stringify(compileTexts(featureOf(id), JSON.parse(source))), map: null }
      } catch (error) {
        throw new Error(`${basename(dirname(id))}/${basename(id)}: ${(error as Error).message}`, { cause: error })
      }
    },
  },
})
