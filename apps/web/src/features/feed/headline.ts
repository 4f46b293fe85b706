import { displayName } from '@parvis/contract/entity.ts'
import type { FeedPost } from '@parvis/contract/feed.ts'
import { languagesOf, textIn, type Language } from '@parvis/contract/language.ts'

/** Maximum length in characters; screen readers would read out even the part that the screen cuts off. */
const MAX_LENGTH = 140

export interface Headline {
  text: string
  /** Language of the text; undefined for a name. */
  lang?: Language
}

/** Returns a post in one line: its title, or the first line of its text, or its author. */
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
