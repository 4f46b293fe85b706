// Each notification is pushed once to each device of the account. Unread notifications are the queue: what a crash has
// cut off is found there at the next start, so that writing a message costs nothing more.
import type { NotificationKind } from '@parvis/contract/notifications.ts'
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#server/kernel/limits/rate-limit.ts'
import type { Platform } from '#server/kernel/platform.ts'
import { deleteInSlices } from '#server/kernel/postgres/delete-in-slices.ts'
import { inTransaction } from '#server/kernel/postgres/after-commit.ts'
import type { Order } from '#server/kernel/jobs/jobs.ts'
import { writeTogether } from '#server/kernel/write-together.ts'

/** A member with the app open somewhere has this long to read it there. */
export const OPEN_APP_MS = 10_000
/** Notifications are stored a little before they are published. */
const OVERLAP_MS = 10 * MINUTE_MS
/** Older notifications are not pushed after a long downtime. */
const MOST_LATE_MS = DAY_MS
const KEPT_MS = 7 * DAY_MS

interface Told {
  endpoint_id: string
  subject_id: string
  /** The notified user, in any community of the account. */
  user_id: string
  holder_id: string
  kind: NotificationKind
}

/**
 * Enqueues a push for each device of these accounts (null for all) that has not got the latest notification. Repeating
 * it enqueues nothing.
 */
export const tellBrowsers = async (
  { db, jobs, clock, presence }: Platform,
  accountIds: readonly string[] | null,
  since: Date,
): Promise<void> => {
  if (accountIds?.length === 0) return
  await inTransaction(db, async (tx, afterCommit) => {
    const { rows } = await sql<Told>`
      with browser as materialized (
        select e.id, e.user_id as holder_id, u.community_id, u.id as user_id,
          greatest(e.created_at, ${since}::timestamptz) as since
        from push_endpoints e
        join users holder on holder.community_id = e.community_id and holder.id = e.user_id
        join users u on u.account_id = holder.account_id
        where ${accountIds === null ? sql`true` : sql`e.user_id in (select id from users where account_id = any (${accountIds}::uuid[]))`}
      ), news as materialized (
        select distinct on (b.id, subject.id) b.id as endpoint_id, subject.id as subject_id, b.user_id, b.holder_id,
          n.kind, n.id as told_id
        from browser b
        join notifications n on n.community_id = b.community_id and n.user_id = b.user_id and not n.is_read and n.told_at >= b.since
        cross join lateral (select coalesce(n.event_id, n.conversation_id, n.deal_id, n.person_id, n.case_id, n.gone_event_id) as id) subject
        order by b.id, subject.id, n.id desc
      ), told as (
        insert into push_news (endpoint_id, subject_id, told_id, told_at)
        select endpoint_id, subject_id, told_id, ${clock.now()}::timestamptz from news order by endpoint_id, subject_id
        on conflict (endpoint_id, subject_id) do update set told_id = excluded.told_id, told_at = excluded.told_at
          where push_news.told_id <> excluded.told_id
        returning endpoint_id, subject_id
      )
      select endpoint_id, subject_id, user_id, holder_id, kind from told join news using (endpoint_id, subject_id)`.execute(
      tx,
    )
    const orders = rows.map(
      ({ endpoint_id: endpointId, subject_id: subjectId, user_id: userId, holder_id, kind }): Order<'push.send'> => ({
        data: { endpointId, userId, kind, subjectId },
        key: `${endpointId} ${subjectId}`,
        ...((presence.isOnline(holder_id) || presence.isOnline(userId)) && { afterMs: OPEN_APP_MS }),
      }),
    )
    await jobs.enqueueAll(tx, afterCommit, 'push.send', orders)
  })
}

const MOST_TOGETHER = 500
/** The first push after a pause is enqueued at once; others wait for the next statement. */
const GAP_MS = 100

/**
 * Enqueues pushes for notifications as the bus publishes them. Returns a function that stops after pending batches are
 * written.
 */
export const watchNews = (platform: Platform, log: (error: unknown) => void): (() => Promise<void>) => {
  const browsers = writeTogether<string>(platform.background, {
    gapMs: GAP_MS,
    mostTogether: MOST_TOGETHER,
    write: accountIds => tellBrowsers(platform, accountIds, new Date(platform.clock.now().getTime() - OVERLAP_MS)),
    log,
  })
  const stop = platform.bus.listen('notification.created', ({ receivers }) => {
    for (const { accountId } of receivers) browsers.note(accountId, accountId)
  })
  return async () => {
    stop()
    await browsers.stop()
  }
}

export const catchUpWithNews = async (platform: Platform): Promise<void> => {
  const { db, clock } = platform
  const now = clock.now()
  const { told_until } = await db.selectFrom('push_progress').select('told_until').executeTakeFirstOrThrow()
  const since = Math.max(told_until.getTime() - OVERLAP_MS, now.getTime() - MOST_LATE_MS)
  await tellBrowsers(platform, null, new Date(since))
  await db.updateTable('push_progress').set({ told_until: now }).where('told_until', '<', now).execute()
}

export const forgetOldNews = async ({ db, clock }: Platform): Promise<void> => {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  await deleteInSlices(
    db,
    limit => sql`delete from push_news where ctid = any(array(
      select ctid from push_news where told_at < ${before} limit ${limit} for update skip locked))`,
  )
}
