import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import { truncate, MAX_MICROBLOG_LENGTH } from '#web/kernel/share/share-links.ts'

/** Returns the public URL of a post, which redirects to its community, after the log-in if needed. */
export const postShareUrl = (id: string): string =>
  `${import.meta.env.VITE_SERVER || location.origin}/detail-publication?id=${encodeURIComponent(id)}`

/** Returns the text shared with the URL: the title of the post, or the beginning of its text. */
export const postShareText = (language: Language, { eventId }: Pick<FeedPost, 'eventId'>): string =>
  truncate(
    (textIn(language, eventId, 'title') ?? textIn(language, eventId, 'description') ?? '').replace(/\s+/g, ' ').trim(),
    MAX_MICROBLOG_LENGTH,
  )
