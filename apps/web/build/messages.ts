import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const locales = join(import.meta.dirname, '../src/locales')
const localeFile = /\/src\/locales\/[a-z]{2}\/[a-z-]+\.json$/
/** The types of all keys, from the files of one language; a test holds that it is up to date. */
export const typesFile = join(locales, 'texts.gen.ts')

/** ICU messages of one room and language → what the runtime reads without a parser, each key under the room's name. */
export const compileTexts = (room: string, texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${room}.${key}`, compileMessageOrThrow(text)]))

/** What the types file has to say: one file a room, whose name is the namespace of its keys. */
export const typesOfTexts = (): string => {
  const rooms = readdirSync(join(locales, 'en'))
    .filter(file => file.endsWith('.json'))
    .map(file => basename(file, '.json'))
    .sort()
  return [
    '// Made from the folder en/ by build/messages.ts whenever Vite starts.',
    ...rooms.map(room => `import type ${room} from './en/${room}.json'`),
    '',
    'export interface Texts {',
    ...rooms.map(room => `  ${room}: typeof ${room}`),
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
        return { code: JSON.stringify(compileTexts(basename(id, '.json'), JSON.parse(source))), map: null }
      } catch (error) {
        throw new Error(`${basename(dirname(id))}/${basename(id)}: ${(error as Error).message}`, { cause: error })
      }
    },
  },
})
