// The author moves a dated post to another time or place; members who answered are notified.
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { calendarTimes } from './calendar-times.ts'
import type { lockEventContent } from './change-event.service.ts'
import type { EventSource } from './create-event.service.ts'
import type { StoredWhen } from './feed.tables.ts'

type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEventContent>>>

export interface Move {
  when: Pick<EventSource, 'dateId' | 'timeId' | 'startsAt'>
  /** Undefined if the place does not change. */
  where: Pick<EventSource, 'place' | 'location'> | undefined
  timezone: string
  now: Date
}

/** Throws `calledoff` or `pastevent` if the event cannot be moved any more, `badrequest` if it has no date. */
export const assertMovable = (event: LockedEvent, timezone: string, now: Date): void => {
  if (event.cancelled_at) fail('calledoff')
  if (event.date_id === null) fail('badrequest', { field: 'dateId' })
  const time = {
    date: event.starts_at?.toISOString() ?? null,
    dateAdded: event.created_at.toISOString(),
    eventId: { dateId: event.date_id, timeId: event.time_id },
  }
  if (isPastEvent(time, timezone, now.getTime())) fail('pastevent')
}

/** The last time of which answerers were notified, or else the original time. */
const movedFrom = (event: LockedEvent, when: Move['when']): StoredWhen | null => {
  const isUnnotified =
    event.moved_at !== null && (event.change_told_at === null || event.change_told_at < event.moved_at)
  const before =
    event.moved_from && (isUnnotified || isSameTime(event, when))
      ? event.moved_from
      : { dateId: event.date_id, timeId: event.time_id, startsAt: event.starts_at?.toISOString() ?? null }
  return before.dateId === when.dateId && before.timeId === when.timeId ? null : before
}

const isSameTime = (event: LockedEvent, { dateId, timeId }: Move['when']) =>
  event.date_id === dateId && event.time_id === timeId

/** Moves a locked event; false if nothing changes. The caller rebuilds the search document of the event. */
export const moveEvent = async (
  tx: Tx,
  { communityId, eventId }: { communityId: string; eventId: string },
  event: LockedEvent,
  { when, where, timezone, now }: Move,
): Promise<boolean> => {
  const place = where ? { place_id: where.place?.id ?? null, location_id: where.location?.id ?? null } : undefined
  const isElsewhere =
    place !== undefined && (place.place_id !== event.place_id || place.location_id !== event.location_id)
  if (isSameTime(event, when) && !isElsewhere) return false
  const from = movedFrom(event, when)
  const movedPlace = isElsewhere || event.moved_place === true
  const times = { date_id: when.dateId, time_id: when.timeId, starts_at: when.startsAt }
  await tx
    .updateTable('events')
    .set({
      ...times,
      ...place,
      // Null if the event is back at its former time before anybody was notified.
      moved_at: from || movedPlace ? now : null,
      moved_from: from && JSON.stringify(from),
      moved_place: movedPlace,
    })
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .execute()
  const { beginsAt, overAt } = calendarTimes({ group_id: event.group_id, ...times }, timezone)
  await tx
    .updateTable('event_channels')
    .set({ starts_at: beginsAt, over_at: overAt })
    .where('community_id', '=', communityId)
    .where('event_id', '=', eventId)
    .execute()
  return true
}
