import { happeningOf } from '@parvis/contract/happening.ts'
import type { EventGroup } from '@parvis/contract/feed-filter.ts'

/** Where the calendar has an event, as its row of `event_channels` says it; nulls where it has no date of its own. */
export const calendarTimes = (
  row: { group_id: EventGroup; date_id: string | null; time_id: string | null; starts_at: Date | null },
  timezone: string,
): { beginsAt: Date | null; overAt: Date | null } => {
  const event = {
    groupId: row.group_id,
    date: row.starts_at?.toISOString() ?? null,
    eventId: { dateId: row.date_id, timeId: row.time_id },
  }
  const found = happeningOf(event, timezone)
  return { beginsAt: found && new Date(found.startsAt), overAt: found && new Date(found.overAt) }
}
