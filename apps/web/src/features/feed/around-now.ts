// Parts of the day in the time zone of the community, and which events are current in each of them.
import { DATE_NOW, type FeedPost } from '@parvis/contract/feed.ts'
import { dayAt, EVENT_OPEN_MS } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { DatedPost } from './calendar-days.ts'

export type PartOfDay = 'night' | 'morning' | 'afternoon' | 'evening'

/** The time at which each part of the day ends; the evening ends with the day. */
const endTimes = [
  ['night', '05:00'],
  ['morning', '12:00'],
  ['afternoon', '17:00'],
] as const

export const partOfDay = (now: number, timezone: string): PartOfDay => {
  const day = dayAt(now, timezone)
  const part = endTimes.find(([, end]) => now < instantAt(day, end, timezone))
  return part?.[0] ?? 'evening'
}

/** Going on, or starting before midnight (at night: before morning); no all-day events from the evening on. */
export const isOnToday = (
  { post, timing: { day, startsAt, isWholeDay } }: DatedPost,
  timezone: string,
  now: number,
): boolean => {
  if (post.cancelled) return false
  if (!isWholeDay && startsAt <= now) return true
  if (day !== dayAt(now, timezone)) return false
  const part = partOfDay(now, timezone)
  if (part === 'night') return !isWholeDay && partOfDay(startsAt, timezone) === 'night'
  return part !== 'evening' || !isWholeDay
}

/** Groups of posts for joint activities; a request dated "now" is no activity. */
const jointGroups: readonly FeedPost['groupId'][] = ['activity', 'gooddeal']

/** A joint activity dated "now" is not in the calendar: it is current while it accepts answers. Otherwise null. */
export const toNowEvent = (post: FeedPost | null | undefined, timezone: string, now: number): DatedPost | null => {
  if (post?.eventId.dateId !== DATE_NOW || post.cancelled || !jointGroups.includes(post.groupId)) return null
  const startsAt = Date.parse(post.dateAdded)
  const pastAt = startsAt + EVENT_OPEN_MS
  return pastAt > now ? { post, timing: { startsAt, pastAt, day: dayAt(startsAt, timezone), isWholeDay: false } } : null
}
