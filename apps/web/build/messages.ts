import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import type { Language } from '../../../packages/contract/src/language.ts'

const locales = join(import.meta.dirname, '../src/locales')
/** The terms are a text of their own that the server prints as well. */
const terms = join(import.meta.dirname, '../../../packages/contract/src/terms')
const localeFile = /\/(?:locales\/[a-z]{2}\/(?:frame\/)?[a-z-]+|contract\/src\/terms\/[a-z]{2})\.json$/
/** The types of all keys, from the files of one language; a test holds that it is up to date. */
export const typesFile = join(locales, 'texts.gen.ts')

/**
 * The file of each feature's texts in one language, by the feature, in their order. Those in frame/ are needed by every
 * screen.
 */
export const textFiles = (language: Language): Map<string, string> =>
  new Map(
    readdirSync(join(locales, language), { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.json'))
      .map((file): [string, string] => [basename(file, '.json'), join(locales, language, file)])
      .concat([['terms', join(terms, `${language}.json`)]])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** The feature whose texts a file holds. */
const featureOf = (file: string) => (basename(dirname(file)) === 'terms' ? 'terms' : basename(file, '.json'))

/** The whole name of a text: its feature's name stands before its own, but for errors that this feature alone tells. */
export const textKey = (feature: string, key: string): string => (key.startsWith('errors.') ? key : `${feature}.${key}`)

/** ICU messages of one feature and language → what the runtime reads without a parser, each under its whole name. */
export const compileTexts = (feature: string, texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [textKey(feature, key), compileMessageOrThrow(text)]))

/** What the types file has to say: one file a feature, whose name is the namespace of its keys. */
export const typesOfTexts = (): string => {
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
    const types = typesOfTexts()
    if (readFileSync(typesFile, 'utf8') !== types) writeFileSync(typesFile, types)
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
