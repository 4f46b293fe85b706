// Users who answered an event are notified when it is rescheduled or cancelled. Changes within ten minutes after a
// notification are combined in the next notification.
import { DATE_NOW, type FeedPost } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { TransactionContext } from '#server/kernel/report.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'

/** Minimum time between two notifications of changes of one event; a cancellation does not wait for it. */
export const MIN_NOTICE_INTERVAL_MS = 10 * MINUTE_MS

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'event.change': { communityId: string; eventId: string }
  }
}

/** Enqueues the notification. The notification of a cancellation is not delayed, because it is urgent. */
export const enqueueChangeNotice = (
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  { tx, afterCommit }: TransactionContext,
  { communityId, eventId }: { communityId: string; eventId: string },
  { notifiedAt, isCancelled }: { notifiedAt: Date | null; isCancelled: boolean },
): Promise<void> => {
  const delayMs = notifiedAt && !isCancelled ? notifiedAt.getTime() + MIN_NOTICE_INTERVAL_MS - clock.now().getTime() : 0
  return jobs.enqueueAll(tx, afterCommit, 'event.change', [
    {
      data: { communityId, eventId },
      key: isCancelled ? `${eventId} calledoff` : eventId,
      ...(delayMs > 0 && { delayMs: delayMs }),
    },
  ])
}

const startTimes = (
  { dateId, startsAt }: { dateId: string | null; startsAt: Date | string | null },
  now: Date,
): Date[] => {
  if (dateId === DATE_NOW) return [now]
  return startsAt ? [new Date(startsAt)] : []
}

/**
 * Marks the change as notified and returns it; undefined if none is pending. `starts` contains the new and the former
 * start time, because users who answered may have planned for either.
 */
export const consumePendingChange = async (
  { clock }: Pick<Platform, 'clock'>,
  tx: Tx,
  { communityId, eventId }: { communityId: string; eventId: string },
): Promise<{ kind: 'changed' | 'calledoff'; authorId: string; starts: Date[] } | undefined> => {
  const now = clock.now()
  const event = await tx
    .updateTable('events')
    .set({ change_told_at: now })
    .where('community_id', '=', communityId)
    .where('id', '=', eventId)
    .where('hidden_at', 'is', null)
    .where(sql<boolean>`coalesce(cancelled_at, moved_at) > coalesce(change_told_at, '-infinity')`)
    .returning(['user_id', 'date_id', 'starts_at', 'moved_from', 'cancelled_at'])
    .executeTakeFirst()
  if (!event) return undefined
  const { user_id: authorId, date_id: dateId, starts_at: startsAt, moved_from: from } = event
  return {
    kind: event.cancelled_at ? 'calledoff' : 'changed',
    authorId,
    starts: [...startTimes({ dateId, startsAt }, now), ...(from ? startTimes(from, now) : [])],
  }
}

/** Returns the start time of a post; empty if it has none. */
export const startTimesOf = ({ eventId, date }: FeedPost, now: Date): Date[] =>
  startTimes({ dateId: eventId.dateId, startsAt: date }, now)
