// Parts of the day in the time zone of the community, and which events are current in each of them.
import { DATE_NOW, type FeedPost } from '@parvis/contract/feed.ts'
import { dayAt, EVENT_OPEN_MS } from '@parvis/contract/past-event.ts'
import type { DatedPost } from './calendar-days.ts'

export const partsOfDay = ['night', 'morning', 'afternoon', 'evening'] as const
export type PartOfDay = (typeof partsOfDay)[number]

/** The hour at which each part of the day ends. */
const endHours = { night: 5, morning: 12, afternoon: 17, evening: 24 } as const satisfies Record<PartOfDay, number>

const hourFormats = new Map<string, Intl.DateTimeFormat>()

const hourAt = (milliseconds: number, timezone: string): number => {
  const cached =
    hourFormats.get(timezone) ??
    new Intl.DateTimeFormat('en', { timeZone: timezone, hour: '2-digit', hourCycle: 'h23' })
  hourFormats.set(timezone, cached)
  return Number(cached.format(milliseconds))
}

export const partOfDay = (now: number, timezone: string): PartOfDay => {
  const hour = hourAt(now, timezone)
  return partsOfDay.find(part => hour < endHours[part])!
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
