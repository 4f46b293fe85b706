import { eventTimingOf } from '@parvis/contract/event-timing.ts'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'

/** Start and end of an event for its `event_channels` rows; nulls if it has no date. */
export const calendarTimes = (
  row: { group_id: EventGroup; date_id: string | null; time_id: string | null; starts_at: Date | null },
  timezone: string,
): { beginsAt: Date | null; overAt: Date | null } => {
  const event = {
    groupId: row.group_id,
    date: row.starts_at?.toISOString() ?? null,
    eventId: { dateId: row.date_id, timeId: row.time_id },
  }
  const found = eventTimingOf(event, timezone)
  return { beginsAt: found && new Date(found.startsAt), overAt: found && new Date(found.pastAt) }
}
