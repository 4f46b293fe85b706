import { DATE_NOW, DATE_TOGETHER, type FeedPost } from '@parvis/contract/feed.ts'
import { type Language, textIn } from '@parvis/contract/language.ts'
import type { Formats } from '#web/kernel/text/format.ts'
import type { Translate } from '#web/kernel/text/i18n.ts'
import { placeNameOf } from './place-name.ts'

export type ScheduledPost = Pick<FeedPost, 'place' | 'choice' | 'date' | 'dateAdded' | 'eventId' | 'user'>

interface TextOptions {
  isPast: boolean
  /** Whether the viewer is the author; the place "my place" is then shown without the name of the author. */
  isOwn: boolean
  /** Time zone of the community, an IANA name. */
  timezone: string
  language: Language
  format: Pick<Formats, 'day' | 'calendarDay' | 'dayAndTime'>
  t: Translate
}

const whenOf = (
  { date, dateAdded, eventId: { dateId, timeId } }: ScheduledPost,
  { isPast, timezone, t, format: { day, calendarDay, dayAndTime } }: TextOptions,
): string | null => {
  // A past post dated "now" shows the time of its publication.
  if (dateId === DATE_NOW) return isPast ? dayAndTime(dateAdded, timezone) : t('feed.when.now')
  if (dateId === DATE_TOGETHER) return t('feed.when.together')
  if (!date) return dateId && calendarDay(dateId, timezone)
  return timeId ? dayAndTime(date, timezone) : day(date, timezone)
}

/** The former time of a rescheduled event or, if only the place has changed, a text that says so. */
export const movedText = (
  post: ScheduledPost,
  { from }: NonNullable<FeedPost['moved']>,
  options: TextOptions,
): string => {
  const before = from && whenOf({ ...post, date: from.date, eventId: { ...post.eventId, ...from } }, options)
  return before ? options.t('feed.moved', { when: before }) : options.t('feed.moved.place')
}

/** Returns the time of a post, and its place with the chosen option; each is null when the post lacks it. */
export const whenAndWhere = (
  post: ScheduledPost,
  options: TextOptions,
): { when: string | null; where: string | null } => {
  const { isOwn, language, t } = options
  const chosen = post.choice && textIn(language, post.choice, 'name')
  return {
    when: whenOf(post, options),
    where: [chosen, placeNameOf(post, isOwn, language, t)].filter(Boolean).join(' · ') || null,
  }
}
