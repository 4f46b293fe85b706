// Who answered is told of a change at once, and of the next ones of the same post ten minutes later: in one notice, of
// how it stands then.
import { DATE_NOW, type LiveEvent } from '@parvis/contract/feed.ts'
import { sql } from 'kysely'
import type { Platform } from '#server/kernel/platform.ts'
import type { Tx } from '#server/kernel/postgres/db.ts'
import type { Work } from '#server/kernel/report.ts'
import { MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'

/** Between two notices about changes of one post. */
export const NOTICE_GAP_MS = 10 * MINUTE_MS

declare module '#server/kernel/jobs/jobs.ts' {
  interface JobData {
    'event.change': { communityId: string; eventId: string }
  }
}

/** That a post is called off is told at once, whatever was told before: it happens once, and cannot wait. */
export const orderChangeNotice = (
  { jobs, clock }: Pick<Platform, 'jobs' | 'clock'>,
  { tx, afterCommit }: Work,
  { communityId, eventId }: { communityId: string; eventId: string },
  { toldAt, isCancelled }: { toldAt: Date | null; isCancelled: boolean },
): Promise<void> => {
  const wait = toldAt && !isCancelled ? toldAt.getTime() + NOTICE_GAP_MS - clock.now().getTime() : 0
  return jobs.enqueueAll(tx, afterCommit, 'event.change', [
    {
      data: { communityId, eventId },
      key: isCancelled ? `${eventId} calledoff` : eventId,
      ...(wait > 0 && { afterMs: wait }),
    },
  ])
}

/** When it is to be, or was to be before it was moved: who comes at either time is to know. */
const startOf = (
  { dateId, startsAt }: { dateId: string | null; startsAt: Date | string | null },
  now: Date,
): Date[] => {
  if (dateId === DATE_NOW) return [now]
  return startsAt ? [new Date(startsAt)] : []
}

/** The latest change of an event that nobody was told of yet, from now on told; undefined where there is none. */
export const takeUntoldChange = async (
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
    starts: [...startOf({ dateId, startsAt }, now), ...(from ? startOf(from, now) : [])],
  }
}

/** When a post that is removed was to be. */
export const startsOf = ({ eventId, date }: LiveEvent, now: Date): Date[] =>
  startOf({ dateId: eventId.dateId, startsAt: date }, now)
