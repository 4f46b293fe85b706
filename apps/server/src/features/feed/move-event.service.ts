// The author reschedules a dated post or changes its place. Members who answered are notified.
import { isPastEvent } from '@parvis/contract/past-event.ts'
import { fail } from '#server/kernel/errors.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import { calendarTimesOf } from './calendar-times.ts'
import type { lockEventContent } from './change-event.service.ts'
import type { EventSource } from './create-event.service.ts'
import type { StoredWhen } from './feed.tables.ts'

type LockedEvent = NonNullable<Awaited<ReturnType<typeof lockEventContent>>>

export interface Move {
  time: Pick<EventSource, 'dateId' | 'timeId' | 'startsAt'>
  /** Undefined if the place does not change. */
  place: Pick<EventSource, 'place' | 'location'> | undefined
  timezone: string
  now: Date
}

/** Throws `calledoff` or `pastevent` if the event cannot be rescheduled any more, `badrequest` if it has no date. */
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

/** Returns the event time of which the answerers know so far, or null if the new time `when` equals it. */
const lastKnownTime = (event: LockedEvent, when: Move['time']): StoredWhen | null => {
  const isUnnotified =
    event.moved_at !== null && (event.change_told_at === null || event.change_told_at < event.moved_at)
  const before =
    event.moved_from && (isUnnotified || isSameTime(event, when))
      ? event.moved_from
      : { dateId: event.date_id, timeId: event.time_id, startsAt: event.starts_at?.toISOString() ?? null }
  return before.dateId === when.dateId && before.timeId === when.timeId ? null : before
}

const isSameTime = (event: LockedEvent, { dateId, timeId }: Move['time']) =>
  event.date_id === dateId && event.time_id === timeId

/**
 * Changes the time and place of a locked event. Returns false if both stay the same. The caller rebuilds the search
 * document of the event.
 */
export const moveEvent = async (
  tx: Tx,
  { communityId, eventId }: { communityId: string; eventId: string },
  event: LockedEvent,
  { time, place, timezone, now }: Move,
): Promise<boolean> => {
  const placeColumns = place
    ? { place_id: place.place?.id ?? null, location_id: place.location?.id ?? null }
    : undefined
  const isPlaceChanged =
    placeColumns !== undefined &&
    (placeColumns.place_id !== event.place_id || placeColumns.location_id !== event.location_id)
  if (isSameTime(event, time) && !isPlaceChanged) return false
  const from = lastKnownTime(event, time)
  const wasPlaceChanged = isPlaceChanged || event.moved_place === true
  const times = { date_id: time.dateId, time_id: time.timeId, starts_at: time.startsAt }
  await tx
    .updateTable('events')
    .set({
      ...times,
      ...placeColumns,
      // Null if the event was moved back to its former time before anybody was notified.
      moved_at: from || wasPlaceChanged ? now : null,
      moved_from: from && JSON.stringify(from),
      moved_place: wasPlaceChanged,
    })
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .execute()
  const { beginsAt, overAt } = calendarTimesOf({ group_id: event.group_id, ...times }, timezone)
  await tx
    .updateTable('event_channels')
    .set({ starts_at: beginsAt, over_at: overAt })
    .where('community_id', '=', communityId)
    .where('event_id', '=', eventId)
    .execute()
  return true
}
