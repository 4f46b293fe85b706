// The calendar lists the posts of the feed that have a date, by start.
import type { CalendarFilter } from '@parvis/contract/feed-filter.ts'
import { PAGE_SIZE } from '@parvis/contract/limits.ts'
import { endOfDay } from '@parvis/contract/past-event.ts'
import { instantAt } from '@parvis/contract/zoned-time.ts'
import type { Actor } from '#server/kernel/actor.ts'
import { FIRST_ID } from '#server/kernel/ids.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { DAY_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Viewer } from '../session/viewer.service.ts'
import type { RenderedPost } from './rendered-post.presenter.ts'
import { calendarDaysQuery, type CalendarStart, findCalendarPage } from './calendar.queries.ts'
import { canSeeAllAnswers } from './feed.policy.ts'
import { withRenderedPosts } from './feed.service.ts'

type ReadContext = Pick<Platform, 'db' | 'bus' | 'clock' | 'settings'>

/** Upper bound for the duration of an event: a day of 25 hours, and a margin. */
const MAX_EVENT_DURATION_MS = 26 * 3_600_000
export const MAX_EVENTS_IN_FILE = 1000
/** For how many days past events stay in subscribed calendars. */
export const SUBSCRIBED_PAST_DAYS = 30

/** Start key of a list: events that started earlier are over by now. */
const startKeyAt = (now: Date): CalendarStart['after'] => ({
  startsAt: now.getTime() - MAX_EVENT_DURATION_MS,
  id: FIRST_ID,
})

export const findCalendar = async (
  platform: ReadContext,
  actor: Actor,
  filter: CalendarFilter,
  { after, skip }: { after: CalendarStart['after'] | null; skip: number },
) => {
  const now = platform.clock.now()
  const rows = await findCalendarPage(
    platform.db,
    { ...actor, filter, notOverAt: now },
    { after: after ?? startKeyAt(now), skip, rows: PAGE_SIZE + 1 },
    canSeeAllAnswers(actor),
  )
  const pageRows = rows.slice(0, PAGE_SIZE)
  const last = pageRows.at(-1)
  return {
    events: await withRenderedPosts(platform, pageRows),
    hasNextPage: rows.length > PAGE_SIZE,
    lastKey: last && `${last.startsAt}_${last.id}`,
  }
}

/** Days from `from` to `to`, both included, on which an event starts that is not over. */
export const findCalendarDays = async (
  { db, clock }: ReadContext,
  actor: Actor,
  filter: CalendarFilter,
  { from, to }: { from: string; to: string },
) => {
  const { timezone } = actor.community
  const range = {
    from: new Date(instantAt(from, '00:00', timezone)),
    to: new Date(endOfDay(to, timezone)),
    timezone,
  }
  return (await calendarDaysQuery({ ...actor, filter, notOverAt: clock.now() }, range).execute(db)).rows
}

/** Posts that are not over; for subscribed calendars also those that ended within `pastDays`. */
export const findPostsForFile = async (
  platform: ReadContext,
  { channelIds, userId, hiddenUserIds }: Pick<Viewer, 'channelIds' | 'userId' | 'hiddenUserIds'>,
  filter: CalendarFilter,
  pastDays = 0,
): Promise<RenderedPost[]> => {
  const since = new Date(platform.clock.now().getTime() - pastDays * DAY_MS)
  const rows = await findCalendarPage(
    platform.db,
    { channelIds, userId, hiddenUserIds, filter, notOverAt: since },
    { after: startKeyAt(since), skip: 0, rows: MAX_EVENTS_IN_FILE },
    false,
  )
  return (await withRenderedPosts(platform, rows)).map(({ renderedPost }) => renderedPost)
}
