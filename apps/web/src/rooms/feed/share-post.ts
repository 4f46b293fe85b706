import { SHARE_LENGTH } from '@parvis/contract/limits.ts'
import type { LiveEvent } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'

/** Where a post is found from outside: it leads on to the community, past the log-in. */
export const sharedAddress = (id: string, origin: string): string => `${origin}/detail-publication?id=${encodeURIComponent(id)}`

/** What is said of a post beside its address: its title, else the beginning of its text. */
export const sharedText = (language: Language, { eventId }: Pick<LiveEvent, 'eventId'>): string =>
  (textIn(language, eventId, 'title') ?? textIn(language, eventId, 'description') ?? '').replace(/\s+/g, ' ').trim()

/** Cuts a text so that it fits into a microblog post together with a space and its address. */
export const microblogText = (text: string, url: string): string => {
  // by whole characters: half an emoji is none
  const letters = [...text]
  const room = SHARE_LENGTH - [...url].length - 1
  if (letters.length <= room) return text
  return room < 2 ? '' : `${letters.slice(0, room - 1).join('').trimEnd()}…`
}

const query = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')

/** The addresses of others that take a post over. */
export const shareLinks = (text: string, url: string) => ({
  mail: `mailto:?${query({ subject: text, body: url })}`,
  facebook: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  x: `https://x.com/intent/post?${query({ text: microblogText(text, url), url })}`,
  whatsapp: `https://wa.me/?${query({ text: [text, url].filter(Boolean).join('\n') })}`,
})
