import { basename, dirname } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const localeFile = /\/src\/locales\/[a-z]{2}\/[a-z-]+\.json$/

/** ICU messages of one room and language → what the runtime reads without a parser, each key under the room's name. */
export const compileTexts = (room: string, texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [`${room}.${key}`, compileMessageOrThrow(text)]))

export const messages = (): Plugin => ({
  name: 'parvis:messages',
  enforce: 'pre',
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
