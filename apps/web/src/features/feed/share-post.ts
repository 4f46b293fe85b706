import type { LiveEvent } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import { cut, SHARE_LENGTH } from '#web/kernel/share/share-links.ts'

/** Where a post is found from outside: it leads on to the community, past the log-in. */
export const sharedAddress = (id: string, origin: string): string =>
  `${origin}/detail-publication?id=${encodeURIComponent(id)}`

/** What is said of a post beside its address: its title, else the beginning of its text. */
export const sharedText = (language: Language, { eventId }: Pick<LiveEvent, 'eventId'>): string =>
  cut(
    (textIn(language, eventId, 'title') ?? textIn(language, eventId, 'description') ?? '').replace(/\s+/g, ' ').trim(),
    SHARE_LENGTH,
  )
