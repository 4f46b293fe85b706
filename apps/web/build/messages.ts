import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import type { Language } from '../../../packages/contract/src/language.ts'

const locales = join(import.meta.dirname, '../src/locales')
/** The terms of use are in the contract package, because the server prints them too. */
const terms = join(import.meta.dirname, '../../../packages/contract/src/terms')
const localeFile = /\/(?:locales\/[a-z]{2}\/[a-z-]+|contract\/src\/terms\/[a-z]{2})\.json$/
export const textTypesFile = join(locales, 'texts.gen.ts')

/** The text files of a language by feature, sorted; every screen needs `frame`. */
export const textFiles = (language: Language): Map<string, string> =>
  new Map(
    readdirSync(join(locales, language))
      .filter(file => file.endsWith('.json'))
      .map((file): [string, string] => [basename(file, '.json'), join(locales, language, file)])
      .concat([['terms', join(terms, `${language}.json`)]])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** All texts of a language by key. */
export const readTexts = (language: Language): Record<string, string> =>
  Object.assign({}, ...[...textFiles(language).values()].map(file => JSON.parse(readFileSync(file, 'utf8'))))

/** Compiles ICU messages, so that no parser is needed at runtime. */
export const compileTexts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, compileMessageOrThrow(text)]))

const identifierOf = (feature: string) => feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export const generateTextTypes = (): string => {
  const files = textFiles('en')
  const features = [...files.keys()]
  return [
    '// Made from the folder en/ by build/messages.ts whenever Vite starts.',
    ...[...files].map(([feature, file]) => {
      const path = relative(locales, file).replaceAll(sep, '/')
      return `import type ${identifierOf(feature)} from '${path.startsWith('.') ? path : `./${path}`}'`
    }),
    '',
    'export interface Texts {',
    ...features.map(feature => {
      const identifier = identifierOf(feature)
      return `  ${identifier === feature ? feature : `'${feature}'`}: typeof ${identifier}`
    }),
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
        return { code: JSON.stringify(compileTexts(JSON.parse(source))), map: null }
      } catch (error) {
        throw new Error(`${basename(dirname(id))}/${basename(id)}: ${(error as Error).message}`, { cause: error })
      }
    },
  },
})
