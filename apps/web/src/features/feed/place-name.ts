import type { FeedPost } from '@parvis/contract/feed.ts'
import { textIn, type Language } from '@parvis/contract/language.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'

/** Instead of "my place", viewers other than the author see a text with the author’s name. */
export const placeNameOf = (
  { place, user }: Pick<FeedPost, 'place' | 'user'>,
  isOwn: boolean,
  language: Language,
  t: Translate,
): string | null => {
  if (!place) return null
  const host = user.company || user.firstname || user.pseudo
  const placeName = place.atAuthor && !isOwn ? t('feed.place.at', { name: host }) : textIn(language, place, 'name')
  return [placeName, place.stay && textIn(language, place.stay, 'name')].filter(Boolean).join(' · ') || null
}
