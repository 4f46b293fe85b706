import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { languagesOf, textIn, type Language } from '@parvis/contract/language.ts'

/** In characters. A longer text would be cut off on the screen, but read out whole by screen readers. */
const MAX_LENGTH = 140

export interface Headline {
  text: string
  /** The language of the text; undefined for a name. */
  lang?: Language
}

/** A post in one line: its title, else the first line of its text, else its author. */
export const headlineOf = (
  { eventId: content, user }: Pick<FeedPost, 'eventId' | 'user'>,
  language: Language,
): Headline => {
  for (const field of ['title', 'description'] as const) {
    const languages = languagesOf(content, [field])
    const text = textIn(language, content, field)?.trim().split('\n', 1)[0]
    if (!text) continue
    const characters = Array.from(text)
    return {
      text: characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : text,
      lang: languages.includes(language) ? language : languages[0],
    }
  }
  return { text: displayName(user) }
}
