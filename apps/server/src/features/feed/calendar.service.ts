// The calendar lists the posts of the feed that have a date, ordered by their start.
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

type ReadContext = Pick<Platform, 'state' | 'db' | 'bus' | 'clock' | 'settings'>

/** Upper bound for the duration of an event: a day of 25 hours and one hour of margin. */
const MAX_EVENT_DURATION_MS = 26 * 3_600_000
export const MAX_EVENTS_IN_FILE = 1000
/** Number of days for which past events remain in subscribed calendars. */
export const SUBSCRIBED_PAST_DAYS = 30

/** The key from which events at `now` are listed: every event that started before this key is over at `now`. */
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

/** Returns the days from `from` to `to` inclusive on which events start that are not over, and counts these events. */
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

/** Returns the dated posts that ended at most `pastDays` ago or are not over, at most `MAX_EVENTS_IN_FILE`. */
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
