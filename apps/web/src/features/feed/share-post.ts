import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import { truncate, SHARE_LENGTH } from '#web/kernel/share/share-links.ts'

/** The public address of a post. It redirects to the community, through the log-in where needed. */
export const postShareUrl = (id: string, origin: string): string =>
  `${origin}/detail-publication?id=${encodeURIComponent(id)}`

/** The text beside a shared address: the title of the post, else the beginning of its text. */
export const postShareText = (language: Language, { eventId }: Pick<FeedPost, 'eventId'>): string =>
  truncate(
    (textIn(language, eventId, 'title') ?? textIn(language, eventId, 'description') ?? '').replace(/\s+/g, ' ').trim(),
    SHARE_LENGTH,
  )
