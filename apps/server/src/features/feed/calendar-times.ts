import { eventTimingOf } from '@parvis/contract/event-timing.ts'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'

/** Returns when an event begins and when it is past, for its `event_channels` rows; nulls if it has no date. */
export const calendarTimesOf = (
  row: { group_id: EventGroup; date_id: string | null; time_id: string | null; starts_at: Date | null },
  timezone: string,
): { beginsAt: Date | null; overAt: Date | null } => {
  const event = {
    groupId: row.group_id,
    date: row.starts_at?.toISOString() ?? null,
    eventId: { dateId: row.date_id, timeId: row.time_id },
  }
  const timing = eventTimingOf(event, timezone)
  return { beginsAt: timing && new Date(timing.startsAt), overAt: timing && new Date(timing.pastAt) }
}
