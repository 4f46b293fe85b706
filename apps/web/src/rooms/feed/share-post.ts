import { SHARE_LENGTH } from '@parvis/contract/limits.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'

/** Where a post is found from outside: it leads on to the community, past the log-in. */
export const sharedAddress = (id: string, origin: string): string => `${origin}/detail-publication?id=${encodeURIComponent(id)}`

/** What a reader takes for one letter: an accent, or the parts of an emoji, are not torn from it. */
const lettersOf = (text: string): string[] => ('Segmenter' in Intl ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text])

/** Counted as a microblog does, by characters, of which a letter may have several. */
const lengthOf = (text: string): number => [...text].length

const cut = (text: string, room: number): string => {
  if (lengthOf(text) <= room) return text
  let kept = ''
  let left = room - 1
  for (const letter of lettersOf(text)) {
    left -= lengthOf(letter)
    if (left < 0) break
    kept += letter
  }
  return kept && `${kept.trimEnd()}…`
}

/** What is said of a post beside its address: its title, else the beginning of its text. */
export const sharedText = (language: Language, { eventId }: Pick<LiveEvent, 'eventId'>): string =>
  cut((textIn(language, eventId, 'title') ?? textIn(language, eventId, 'description') ?? '').replace(/\s+/g, ' ').trim(), SHARE_LENGTH)

/** Cuts a text so that it fits into a microblog post together with a space and its address. */
export const microblogText = (text: string, url: string): string => cut(text, SHARE_LENGTH - lengthOf(url) - 1)

const query = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')

/** The addresses of others that take a post over. */
export const shareLinks = (text: string, url: string) => ({
  mail: `mailto:?${query({ subject: text, body: url })}`,
  facebook: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  x: `https://x.com/intent/post?${query({ text: microblogText(text, url), url })}`,
  whatsapp: `https://wa.me/?${query({ text: [text, url].filter(Boolean).join('\n') })}`,
})
