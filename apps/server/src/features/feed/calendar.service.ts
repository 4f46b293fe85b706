// The calendar lists the posts of the feed that have a date, by start.
import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { endOfDay } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { FIRST_ID } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Reader } from '../session/reader.service.ts'
import type { Card } from './card.presenter.ts'
import { calendarDaysQuery, type CalendarStart, findCalendarPage } from './calendar.queries.ts'
import { seesEveryAnswer } from './feed.policy.ts'
import { withCards } from './feed.service.ts'

type Reading = Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>

/** Upper bound for how long an event lasts: a day of 25 hours, and a margin. */
const LONGEST_MS = 26 * 3_600_000
export const MOST_IN_FILE = 1000
/** How long past events stay in subscribed calendars. */
export const KEPT_DAYS = 30

/** Start key of a list: events that began before can no longer be on. */
const beginningAt = (now: Date): CalendarStart['after'] => ({ startsAt: now.getTime() - LONGEST_MS, id: FIRST_ID })

export const findCalendar = async (
  platform: Reading,
  actor: Actor,
  filter: CalendarFilter,
  { after, skip }: { after: CalendarStart['after'] | null; skip: number },
) => {
  const now = platform.clock.now()
  const rows = await findCalendarPage(
    platform.db,
    { ...actor, filter, notOverAt: now },
    { after: after ?? beginningAt(now), skip, rows: PAGE_SIZE + 1 },
    seesEveryAnswer(actor),
  )
  const shown = rows.slice(0, PAGE_SIZE)
  const last = shown.at(-1)
  return {
    events: await withCards(platform, shown),
    hasNextPage: rows.length > PAGE_SIZE,
    lastKey: last && `${last.startsAt}_${last.id}`,
  }
}

/** The days from `from` to `to`, both included, on which an event starts that is not over. */
export const findCalendarDays = async (
  { db, clock }: Reading,
  actor: Actor,
  filter: CalendarFilter,
  { from, to }: { from: string; to: string },
) => {
  const { timezone } = actor.community
  const between = {
    from: new Date(instantAt(from, '00:00', timezone)),
    to: new Date(endOfDay(to, timezone)),
    timezone,
  }
  return (await calendarDaysQuery({ ...actor, filter, notOverAt: clock.now() }, between).execute(db)).rows
}

/**
 * Posts of a calendar file: those that are not over, and for subscribed calendars those that ended within `pastDays`.
 */
export const findFileCards = async (
  platform: Reading,
  { channelIds, userId, silencedIds }: Pick<Reader, 'channelIds' | 'userId' | 'silencedIds'>,
  filter: CalendarFilter,
  keptDays = 0,
): Promise<Card[]> => {
  const since = new Date(platform.clock.now().getTime() - keptDays * DAY_MS)
  const rows = await findCalendarPage(
    platform.db,
    { channelIds, userId, silencedIds, filter, notOverAt: since },
    { after: beginningAt(since), skip: 0, rows: MOST_IN_FILE },
    false,
  )
  return (await withCards(platform, rows)).map(({ card }) => card)
}
